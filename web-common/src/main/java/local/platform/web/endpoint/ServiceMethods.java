package local.platform.web.endpoint;

import com.google.api.AnnotationsProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.Empty;
import com.google.protobuf.Message;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import local.platform.foundation.error.FieldViolations;
import local.platform.web.endpoint.ServiceMethod.AnonymousHandler;
import local.platform.web.endpoint.ServiceMethod.CallerHandler;
import local.platform.web.endpoint.ServiceMethod.Handler;
import local.platform.web.endpoint.ServiceMethod.TokenHandler;
import local.platform.web.endpoint.ServiceMethod.UnimplementedHandler;
import local.platform.web.endpoint.ServiceMethod.UploadHandler;
import local.platform.web.error.ErrorStatus;

/**
 * The methods of one service of the protos with their handlers. This is the only declaration of a
 * method, for both REST and gRPC. A method is identified by its request message; of several with
 * the same one, it is the one that has a route, or else its name tells. Methods that are not
 * declared answer UNIMPLEMENTED, to authenticated callers; if all others of the service verify
 * tokens themselves, to any token.
 */
public final class ServiceMethods {
  /** The second part of the packages of services that have no area of their own. */
  private static final Set<String> WITHOUT_AREA = Set.of("auth", "oidc", "operator");

  private final ServiceDescriptor service;
  private final ApiVersion version;
  private final Map<MethodDescriptor, ServiceMethod<?>> declared = new HashMap<>();
  private final Set<MethodDescriptor> withoutDryRunsAndKeys = new HashSet<>();
  private final Set<Trait> traits = EnumSet.noneOf(Trait.class);
  private UnaryOperator<Message> restProjection = UnaryOperator.identity();

  private enum Trait {
    NOT_STORED,
    NO_GRPC,
    ROUTED_BY_HAND
  }

  private ServiceMethods(ServiceDescriptor service, ApiVersion version) {
    this.service = service;
    this.version = version;
  }

  /**
   * Returns a service of a proto file, whose methods have no handlers yet.
   *
   * @throws IllegalArgumentException if the file does not have this service
   */
  public static ServiceMethods of(FileDescriptor file, String service, ApiVersion version) {
    return new ServiceMethods(
        Optional.ofNullable(file.findServiceByName(service))
            .orElseThrow(
                () -> new IllegalArgumentException("no " + service + " in " + file.getName())),
        version);
  }

  /**
   * Adds the handler of the method with this request message.
   *
   * @throws IllegalArgumentException if there is no such method, if there are several, or if it
   *     already has a handler
   */
  public <Q extends Message> ServiceMethods on(
      Q request, BiFunction<Call, Q, ? extends Message> handler) {
    return add(request, single(handler));
  }

  /**
   * Does the same as {@link #on} for one of several methods with the same request message.
   *
   * @param name the name of the method
   */
  public <Q extends Message> ServiceMethods on(
      String name, Q request, BiFunction<Call, Q, ? extends Message> handler) {
    return add(descriptor(name, request), request, single(handler));
  }

  private static <Q extends Message> CallerHandler<Q> single(
      BiFunction<Call, Q, ? extends Message> handler) {
    return new CallerHandler<>(
        Answer.Single.class, (call, message) -> new Answer.Single(handler.apply(call, message)));
  }

  /** Does the same as {@link #on} for a method that answers with a stored resource. */
  public <Q extends Message> ServiceMethods onResource(
      Q request, BiFunction<Call, Q, ? extends Versioned<?>> handler) {
    return add(
        request,
        new CallerHandler<>(
            Answer.Resource.class,
            (call, message) -> {
              Versioned<?> resource = handler.apply(call, message);
              return new Answer.Resource(
                  resource.message(), resource.uid(), resource.version(), resource.besides());
            }));
  }

  /**
   * Does the same as {@link #on} for a method that answers with a list that is read item by item.
   *
   * @param list the message of a list, without items
   */
  public <Q extends Message> ServiceMethods onItems(
      Q request, Message list, BiFunction<Call, Q, ? extends ItemWalk<? extends Message>> handler) {
    return add(
        request,
        new CallerHandler<>(
            Answer.Items.class,
            (call, message) -> new Answer.Items(list, handler.apply(call, message))));
  }

  /**
   * Does the same as {@link #on} for a method that answers with bytes that somebody has brought.
   * Its answer in the proto is a {@code google.api.HttpBody}. Such methods can only be served over
   * REST.
   *
   * @param mediaType their media type
   */
  public <Q extends Message> ServiceMethods onBytes(
      Q request, String mediaType, BiFunction<Call, Q, Answer.Content> handler) {
    return add(
        request,
        new CallerHandler<>(
            Answer.Bytes.class,
            (call, message) -> new Answer.Bytes(mediaType, handler.apply(call, message))));
  }

  /**
   * Does the same as {@link #on} for a method that reads the bodies of its requests itself. Such
   * methods can only be served over REST.
   *
   * @param maxBytes returns the maximum length of a body, in bytes
   */
  public <Q extends Message> ServiceMethods onUpload(
      Q request, LongSupplier maxBytes, UploadCall<Q, ? extends Message> handler) {
    return add(
        request,
        new UploadHandler<>(
            maxBytes,
            (call, message, upload) -> new Answer.Single(handler.answer(call, message, upload))));
  }

  /**
   * Answers requests with an upload.
   *
   * @param <Q> the request message
   * @param <A> the answer
   */
  @FunctionalInterface
  public interface UploadCall<Q, A> {
    /** Answers a request. */
    A answer(Call call, Q message, Upload upload);
  }

  /** Does the same as {@link #on} for a method that verifies the token itself. */
  public <Q extends Message> ServiceMethods onToken(
      Q request, BiFunction<TokenCall, Q, ? extends Message> handler) {
    return add(
        request,
        new TokenHandler<>((call, message) -> new Answer.Single(handler.apply(call, message))));
  }

  /** Does the same as {@link #on} for a method that anybody may call, also without a token. */
  public <Q extends Message> ServiceMethods onAnonymous(
      Q request, BiFunction<FieldViolations, Q, ? extends Message> handler) {
    return add(
        request,
        new AnonymousHandler<>(
            Answer.Single.class,
            (violations, message) -> new Answer.Single(handler.apply(violations, message))));
  }

  /**
   * Does the same as {@link #onAnonymous} for a method that answers with a list whose items are
   * read in parts.
   *
   * @param list the message of a list, without items
   * @param most how many elements the lists of all items may have over gRPC
   * @param handler returns what passes the parts to a consumer
   */
  public <Q extends Message> ServiceMethods onAnonymousParts(
      Q request,
      Message list,
      int most,
      BiFunction<FieldViolations, Q, Consumer<Consumer<Message>>> handler) {
    return add(
        request,
        new AnonymousHandler<>(
            Answer.Joined.class,
            (violations, message) ->
                new Answer.Joined(list, handler.apply(violations, message), most)));
  }

  private <Q extends Message> ServiceMethods add(Q request, Handler<Q> handler) {
    return add(descriptor(request), request, handler);
  }

  private <Q extends Message> ServiceMethods add(
      MethodDescriptor method, Q request, Handler<Q> handler) {
    if (declared.containsKey(method)) {
      throw new IllegalArgumentException(method.getFullName() + " is served already");
    }
    declared.put(method, new ServiceMethod<>(this, method, request, handler));
    return this;
  }

  /** Returns the method with this request; of several, the one that has a route. */
  private MethodDescriptor descriptor(Message request) {
    Descriptor type = request.getDescriptorForType();
    List<MethodDescriptor> found =
        service.getMethods().stream().filter(method -> method.getInputType() == type).toList();
    if (found.size() > 1) {
      found =
          found.stream()
              .filter(method -> method.getOptions().hasExtension(AnnotationsProto.http))
              .toList();
    }
    if (found.size() != 1) {
      throw new IllegalArgumentException(
          service.getFullName() + " must have one method for " + type.getFullName());
    }
    return found.get(0);
  }

  /** Returns the method with this name, which takes this request. */
  private MethodDescriptor descriptor(String name, Message request) {
    Descriptor type = request.getDescriptorForType();
    return Optional.ofNullable(service.findMethodByName(name))
        .filter(method -> method.getInputType() == type)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    service.getFullName() + " has no " + name + " for " + type.getFullName()));
  }

  /** Sets a function that REST applies to the service's answers. */
  public ServiceMethods restProjection(UnaryOperator<Message> projection) {
    restProjection = projection;
    return this;
  }

  /** Forbids caches to store answers, even the client's own. */
  public ServiceMethods notStored() {
    traits.add(Trait.NOT_STORED);
    return this;
  }

  /** Refuses dry runs and keys for a method whose work is more than a write of resources. */
  public ServiceMethods withoutDryRunsAndKeys(Message request) {
    withoutDryRunsAndKeys.add(descriptor(request));
    return this;
  }

  /** Serves the service over REST only. */
  public ServiceMethods withoutGrpc() {
    traits.add(Trait.NO_GRPC);
    return this;
  }

  /** Leaves the REST routes of the methods that have handlers to a JAX-RS class. */
  public ServiceMethods routedByHand() {
    traits.add(Trait.ROUTED_BY_HAND);
    return this;
  }

  /** Returns whether a method that writes supports dry runs and keys. */
  boolean supportsDryRunsAndKeys(MethodDescriptor method) {
    return !withoutDryRunsAndKeys.contains(method);
  }

  /** Returns the descriptor of the service in the proto. */
  public ServiceDescriptor service() {
    return service;
  }

  /**
   * Returns the area of the API that the service belongs to, which its errors name: the part of its
   * package after the first, such as {@code registry}. Services for authentication and for
   * operators belong to {@code iam}.
   */
  public String area() {
    String area = service.getFile().getPackage().split("\\.", -1)[1];
    return WITHOUT_AREA.contains(area) ? ErrorStatus.DEFAULT_AREA : area;
  }

  /** Returns the API version of the service. */
  public ApiVersion version() {
    return version;
  }

  /** Returns the full names of the service, that of the proto first. */
  public List<String> names() {
    return version.packages(service.getFile().getPackage()).stream()
        .map(name -> name + "." + service.getName())
        .toList();
  }

  /** Returns whether the client's own cache may store answers of the service. */
  public boolean isStored() {
    return !traits.contains(Trait.NOT_STORED);
  }

  /** Returns whether the service is available over gRPC. */
  public boolean isOnGrpc() {
    return !traits.contains(Trait.NO_GRPC);
  }

  /** Returns whether a JAX-RS class has the REST routes of the methods that have handlers. */
  public boolean isRoutedByHand() {
    return traits.contains(Trait.ROUTED_BY_HAND);
  }

  /** Returns what REST shows of an answer. */
  public Message shownOnRest(Message answer) {
    return restProjection.apply(answer);
  }

  /** Returns all methods of the proto, in its order. */
  public Stream<ServiceMethod<?>> all() {
    return service.getMethods().stream().map(this::method);
  }

  /**
   * Returns the method with this request message.
   *
   * @throws IllegalArgumentException if it has no handler
   */
  @SuppressWarnings("unchecked") // methods are kept by the type of their requests
  public <Q extends Message> ServiceMethod<Q> method(Q request) {
    return Optional.ofNullable((ServiceMethod<Q>) declared.get(descriptor(request)))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "nothing takes " + request.getDescriptorForType().getFullName()));
  }

  private ServiceMethod<?> method(MethodDescriptor descriptor) {
    ServiceMethod<?> method = declared.get(descriptor);
    return method == null
        ? new ServiceMethod<>(
            this,
            descriptor,
            Empty.getDefaultInstance(),
            new UnimplementedHandler<>(!verifiesTokens()))
        : method;
  }

  private boolean verifiesTokens() {
    return !declared.isEmpty()
        && declared.values().stream().allMatch(method -> method.handler() instanceof TokenHandler);
  }
}
