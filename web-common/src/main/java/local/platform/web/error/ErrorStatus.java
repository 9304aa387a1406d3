package local.platform.web.error;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.PreconditionFailure;
import com.google.rpc.ResourceInfo;
import com.google.rpc.RetryInfo;
import java.util.ArrayList;
import java.util.List;
import local.platform.foundation.error.ErrorDetail;
import local.platform.foundation.error.PlatformException;
import local.platform.web.json.TypedMessageSerializer;

/**
 * An error in the form of AIP-193: the parts of a {@code google.rpc.Status}, the same in every
 * protocol.
 *
 * @param code number of the code
 * @param message text for people
 * @param details messages of {@code google.rpc}, the ErrorInfo first; empty for a bare error
 */
public record ErrorStatus(
    int code,
    String message,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @JsonSerialize(contentUsing = TypedMessageSerializer.class)
        List<Message> details) {
  private static final String AREA = "iam.";

  public ErrorStatus {
    details = List.copyOf(details);
  }

  /**
   * Converts an error to this form.
   *
   * @param serviceDomain the configured domain, which qualifies reasons and kinds of resources
   */
  public static ErrorStatus of(PlatformException error, String serviceDomain) {
    if (error.isBare()) {
      return new ErrorStatus(error.code().number(), error.getMessage(), List.of());
    }
    String domain = AREA + serviceDomain;
    List<Message> details = new ArrayList<>();
    details.add(
        ErrorInfo.newBuilder()
            .setReason(error.reason())
            .setDomain(domain)
            .putAllMetadata(error.metadata())
            .build());
    error.details().forEach(detail -> details.add(message(detail, domain)));
    return new ErrorStatus(error.code().number(), error.getMessage(), details);
  }

  private static Message message(ErrorDetail detail, String domain) {
    if (detail instanceof ErrorDetail.BadRequest badRequest) {
      BadRequest.Builder message = BadRequest.newBuilder();
      badRequest
          .violations()
          .forEach(
              violation ->
                  message
                      .addFieldViolationsBuilder()
                      .setField(violation.field())
                      .setDescription(violation.description()));
      return message.build();
    }
    if (detail instanceof ErrorDetail.PreconditionFailure failure) {
      PreconditionFailure.Builder message = PreconditionFailure.newBuilder();
      message
          .addViolationsBuilder()
          .setType(failure.type())
          .setSubject(failure.subject())
          .setDescription(failure.description());
      return message.build();
    }
    if (detail instanceof ErrorDetail.ResourceInfo resource) {
      return ResourceInfo.newBuilder()
          .setResourceType(domain + "/" + resource.kind())
          .setResourceName(resource.name())
          .build();
    }
    if (detail instanceof ErrorDetail.RetryInfo retry) {
      return RetryInfo.newBuilder()
          .setRetryDelay(
              Duration.newBuilder()
                  .setSeconds(retry.delay().toSeconds())
                  .setNanos(retry.delay().toNanosPart()))
          .build();
    }
    throw new IllegalStateException("no message for " + detail.getClass());
  }
}
