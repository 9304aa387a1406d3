package local.platform.web.grpc;

import com.google.api.AnnotationsProto;
import com.google.protobuf.FieldMask;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.grpc.Metadata;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.transaction.Cancellation.Reason;
import local.platform.web.endpoint.FieldMasks;
import local.platform.web.endpoint.Invocation;
import local.platform.web.endpoint.RequestLimit;
import local.platform.web.endpoint.ServiceMethod;
import local.platform.web.observability.Measurement;

/**
 * A request over gRPC, which has nothing but its message: no precondition on the stored version,
 * and no other mask.
 *
 * @param method the requested method
 * @param version name of the version in the name of the service that the client wrote
 * @param requestId id of the request
 * @param metadata metadata of the call
 * @param limit the limits of the request
 * @param measurement measures the call
 * @param cancelled returns why nobody waits for the answer any more
 * @param received the unparsed request message
 * @param violations collects violations in it
 */
record GrpcInvocation<Q extends Message>(
    ServiceMethod<Q> method,
    Optional<String> version,
    String requestId,
    Metadata metadata,
    RequestLimit limit,
    Measurement measurement,
    Supplier<Optional<Reason>> cancelled,
    ReceivedMessage received,
    FieldViolations violations)
    implements Invocation<Q> {

  @Override
  public List<String> headers(String name) {
    return CallMetadata.values(metadata, CallMetadata.key(name));
  }

  @Override
  public Optional<Reason> abandoned() {
    return cancelled.get();
  }

  @Override
  public VersionCondition condition() {
    return VersionCondition.ANY;
  }

  @Override
  public FieldMask updateMask() {
    return FieldMask.getDefaultInstance();
  }

  @Override
  public Q message() {
    try {
      WireElements.check(
          received.bytes(),
          method.request().getDescriptorForType(),
          method.descriptor().getOptions().getExtension(AnnotationsProto.http).getBody());
      @SuppressWarnings("unchecked") // the parser of a message creates such messages
      Q message = (Q) method.request().getParserForType().parseFrom(received.bytes());
      return FieldMasks.withDefaultMask(message, method.descriptor());
    } catch (InvalidProtocolBufferException e) {
      throw PlatformException.invalidArgument(
          "body", "is no " + method.descriptor().getInputType().getFullName());
    }
  }
}
