package local.platform.web.endpoint;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * The methods of one service of the protos, each with what serves it. A method is known by its
 * request message, as each has one of its own.
 */
public final class ServiceMethods {
  private final ServiceDescriptor service;
  private final List<String> names = new ArrayList<>();
  private final Map<Descriptor, ServiceMethod<?>> methods = new HashMap<>();

  /**
   * A method.
   *
   * @param <Q> its request message
   * @param descriptor what the proto says of it
   * @param request an empty request
   * @param handler serves it
   */
  public record ServiceMethod<Q extends Message>(
      MethodDescriptor descriptor, Q request, Handler<Q> handler) {}

  /**
   * What serves a method.
   *
   * @param <Q> its request message
   */
  public sealed interface Handler<Q> permits CallerHandler, TokenHandler {}

  /**
   * Serves those who authenticated.
   *
   * @param function answers a request
   */
  public record CallerHandler<Q>(BiFunction<Call, Q, ? extends Message> function)
      implements Handler<Q> {}

  /**
   * Serves everybody who brings a token.
   *
   * @param function answers a request
   */
  public record TokenHandler<Q>(BiFunction<TokenCall, Q, ? extends Message> function)
      implements Handler<Q> {}

  private ServiceMethods(ServiceDescriptor service) {
    this.service = service;
    this.names.add(service.getFullName());
  }

  /**
   * The service of a file of protos; none of its methods is served yet.
   *
   * @throws IllegalArgumentException if the file does not have this service
   */
  public static ServiceMethods of(FileDescriptor file, String service) {
    return new ServiceMethods(
        Optional.ofNullable(file.findServiceByName(service))
            .orElseThrow(
                () -> new IllegalArgumentException("no " + service + " in " + file.getName())));
  }

  /**
   * Serves the method that takes this message.
   *
   * @throws IllegalArgumentException if none does, if several do, or if it is served already
   */
  public <Q extends Message> ServiceMethods on(
      Q request, BiFunction<Call, Q, ? extends Message> handler) {
    return add(request, new CallerHandler<>(handler));
  }

  /** Serves a method that judges the token itself, like {@link #on}. */
  public <Q extends Message> ServiceMethods onToken(
      Q request, BiFunction<TokenCall, Q, ? extends Message> handler) {
    return add(request, new TokenHandler<>(handler));
  }

  private <Q extends Message> ServiceMethods add(Q request, Handler<Q> handler) {
    Descriptor type = request.getDescriptorForType();
    List<MethodDescriptor> found =
        service.getMethods().stream().filter(method -> method.getInputType() == type).toList();
    if (found.size() != 1 || methods.containsKey(type)) {
      throw new IllegalArgumentException(
          service.getFullName() + " must have one method for " + type.getFullName());
    }
    methods.put(type, new ServiceMethod<>(found.get(0), request, handler));
    return this;
  }

  /** Serves a method whose answer is a stored resource, like {@link #on}. */
  public <Q extends Message> ServiceMethods onResource(
      Q request, BiFunction<Call, Q, ? extends Versioned<?>> handler) {
    return on(request, (call, message) -> handler.apply(call, message).message());
  }

  /** Serves all of it in a further package too. */
  public ServiceMethods alsoIn(String protoPackage) {
    names.add(protoPackage + "." + service.getName());
    return this;
  }

  /** What the proto says of the service. */
  public ServiceDescriptor service() {
    return service;
  }

  /** The full names of the service, that of the proto first. */
  public List<String> names() {
    return List.copyOf(names);
  }

  /**
   * What a method is called in metrics, such as {@code platform.iam.v2.GroupsService/GetGroup},
   * under whatever name clients call it.
   */
  public static String operation(MethodDescriptor method) {
    return method.getService().getFullName() + "/" + method.getName();
  }

  /** The methods that are served. */
  public Stream<ServiceMethod<?>> served() {
    return service.getMethods().stream()
        .flatMap(method -> Stream.ofNullable(methods.get(method.getInputType())));
  }

  /** The methods of the proto that are not served. */
  public List<MethodDescriptor> unserved() {
    return service.getMethods().stream()
        .filter(method -> !methods.containsKey(method.getInputType()))
        .toList();
  }
}
