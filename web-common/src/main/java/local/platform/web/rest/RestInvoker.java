package local.platform.web.rest;

import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.transaction.Cancellation.Reason;
import local.platform.web.endpoint.Answer;
import local.platform.web.endpoint.FieldMasks;
import local.platform.web.endpoint.Invocation;
import local.platform.web.endpoint.RequestLimit;
import local.platform.web.endpoint.Requester;
import local.platform.web.endpoint.ServiceMethod;
import local.platform.web.endpoint.Upload;
import local.platform.web.json.ScalarReader;
import local.platform.web.json.UnknownFields;
import local.platform.web.observability.Measurement;
import local.platform.web.rest.Route.ToMethod;
import local.platform.web.rest.RouteTable.Found;

/** Invokes methods of the protos for REST requests. */
@Dependent
public class RestInvoker {
  private final CurrentCall calls;
  private final ErrorMapper errors;

  /** Creates an invoker of the request that the calling thread serves. */
  @Inject
  public RestInvoker(CurrentCall calls, ErrorMapper errors) {
    this.calls = calls;
    this.errors = errors;
  }

  /** Answers the request by the method of its route. */
  Response answerByRoute() {
    RestCall call = calls.get();
    Found found =
        call.match()
            .flatMap(match -> match.route(call.request().getMethod()))
            .orElseThrow(HttpFailure::noRoute);
    ToMethod target = (ToMethod) found.route().target();
    return answer(
        call,
        target.method(),
        binder -> {
          target.body().ifPresent(binder::body);
          found.variables().forEach(binder::path);
        });
  }

  /**
   * Answers the request by a method whose message consists of the parameters.
   *
   * @throws local.platform.foundation.error.PlatformException UNAUTHENTICATED; whatever the method
   *     throws
   */
  public Response answerByParameters(ServiceMethod<?> method) {
    RestCall call = calls.get();
    call.authenticateFor(method);
    return answer(call, method, binder -> {});
  }

  private <Q extends Message> Response answer(
      RestCall call, ServiceMethod<Q> method, Consumer<RequestBinder<?>> binding) {
    try {
      RestAnswers answers = new RestAnswers(call, method);
      return answers.of(
          method.invoke(
              call.requester(),
              new RestInvocation<>(
                  call, answers::requireAcceptable, () -> bind(call, method, binding))));
    } catch (RuntimeException e) {
      return errors.toResponse(e); // thrown, JAX-RS would wrap it with a stack trace
    }
  }

  @SuppressWarnings("unchecked") // a builder of a message type builds that type
  private <Q extends Message> Q bind(
      RestCall call, ServiceMethod<Q> method, Consumer<RequestBinder<?>> binding) {
    RequestBinder<Message.Builder> binder =
        new RequestBinder<>(
            method.request().newBuilderForType(),
            call.parameters().all(),
            () -> RequestBody.read(call.request()),
            call.violations());
    if (method.service().version().unknownFields() == UnknownFields.IGNORED) {
      binder.ignoringUnknown();
    }
    binding.accept(binder);
    return (Q) binder.message().build();
  }

  /**
   * Invokes a method with a message that the supplier reads.
   *
   * @param requester the requester
   * @throws RuntimeException whatever the method throws
   */
  public <Q extends Message> Answer invoke(
      ServiceMethod<Q> method, Requester requester, Supplier<Q> message) {
    return method.invoke(requester, new RestInvocation<>(calls.get(), () -> {}, message));
  }

  /** A request over REST, which is completed even if the client no longer waits. */
  private record RestInvocation<Q extends Message>(
      RestCall call, Runnable acceptance, Supplier<Q> reader) implements Invocation<Q> {
    @Override
    public RequestLimit limit() {
      return call.limit();
    }

    @Override
    public void requireAcceptable() {
      acceptance.run();
    }

    @Override
    public Measurement measurement() {
      return call.measurement();
    }

    @Override
    public Optional<Reason> abandoned() {
      return Optional.empty();
    }

    @Override
    public String requestId() {
      return call.requestId();
    }

    @Override
    public List<String> headers(String name) {
      // Not by the key, because the map compares names by the rules of the locale of the process:
      // in Turkish, an upper-case I is no i.
      return call.request().getHeaders().entrySet().stream()
          .filter(header -> header.getKey().equalsIgnoreCase(name))
          .flatMap(header -> header.getValue().stream())
          .toList();
    }

    @Override
    public Optional<String> version() {
      return call.version();
    }

    @Override
    public VersionCondition condition() {
      return ETags.condition(call.request());
    }

    @Override
    public FieldMask updateMask() {
      Map<String, List<String>> parameters = call.parameters().url();
      return FieldMask.newBuilder()
          .addAllPaths(
              FieldMasks.SPELLINGS.stream()
                  .flatMap(name -> parameters.getOrDefault(name, List.of()).stream())
                  .flatMap(text -> ScalarReader.fieldMask(text).getPathsList().stream())
                  .toList())
          .build();
    }

    @Override
    public FieldViolations violations() {
      return call.violations();
    }

    @Override
    public Q message() {
      return reader.get();
    }

    @Override
    public Upload upload() {
      return call.upload();
    }
  }
}
