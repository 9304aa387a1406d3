package local.platform.web.error;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.PreconditionFailure;
import com.google.rpc.QuotaFailure;
import com.google.rpc.RequestInfo;
import com.google.rpc.ResourceInfo;
import com.google.rpc.RetryInfo;
import java.util.ArrayList;
import java.util.List;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.ErrorDetail;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.ParentKind;
import local.platform.web.json.TypedMessageSerializer;

/**
 * An error in the form of AIP-193: the parts of a {@code google.rpc.Status}, the same in every
 * protocol.
 *
 * @param code number of the code
 * @param message text for people
 * @param details messages of {@code google.rpc}, the ErrorInfo first and the RequestInfo last;
 *     empty for a bare error
 */
public record ErrorStatus(
    int code,
    String message,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @JsonSerialize(contentUsing = TypedMessageSerializer.class)
        List<Message> details) {
  /** The area of errors that belong to no other one. */
  public static final String DEFAULT_AREA = "iam";

  /** The kind that contains the resources of all areas and belongs to this one. */
  private static final String GROUP = ParentKind.GROUP.name();

  public ErrorStatus {
    details = List.copyOf(details);
  }

  /**
   * Converts an error that belongs to no service to this form.
   *
   * @param serviceDomain the configured domain
   * @param requestId id of the request that failed
   */
  public static ErrorStatus of(PlatformException error, String serviceDomain, String requestId) {
    return of(error, DEFAULT_AREA, serviceDomain, requestId);
  }

  /**
   * Converts an error to this form.
   *
   * @param area the area of the API whose service failed, such as {@code iam}
   * @param serviceDomain the configured domain; with the area before it, it qualifies reasons and
   *     kinds of resources
   * @param requestId id of the request that failed
   */
  public static ErrorStatus of(
      PlatformException error, String area, String serviceDomain, String requestId) {
    if (error.isBare()) {
      return new ErrorStatus(error.code().number(), error.getMessage(), List.of());
    }
    // Clients that are not authenticated do not learn which methods exist.
    boolean isAuthentication = error.code() == ErrorCode.UNAUTHENTICATED;
    String domain = (isAuthentication ? DEFAULT_AREA : area) + "." + serviceDomain;
    List<Message> details = new ArrayList<>();
    details.add(
        ErrorInfo.newBuilder()
            .setReason(error.reason())
            .setDomain(domain)
            .putAllMetadata(error.metadata())
            .build());
    error.details().forEach(detail -> details.add(message(detail, domain, serviceDomain)));
    details.add(RequestInfo.newBuilder().setRequestId(requestId).build());
    return new ErrorStatus(error.code().number(), error.getMessage(), details);
  }

  private static Message message(ErrorDetail detail, String domain, String serviceDomain) {
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
    if (detail instanceof ErrorDetail.QuotaFailure failure) {
      QuotaFailure.Builder message = QuotaFailure.newBuilder();
      message
          .addViolationsBuilder()
          .setSubject(failure.subject())
          .setDescription(failure.description());
      return message.build();
    }
    if (detail instanceof ErrorDetail.ResourceInfo resource) {
      String owner = resource.kind().equals(GROUP) ? DEFAULT_AREA + "." + serviceDomain : domain;
      return ResourceInfo.newBuilder()
          .setResourceType(owner + "/" + resource.kind())
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
