package local.platform.web.grpc;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import com.google.rpc.BadRequest;
import com.google.rpc.BadRequest.FieldViolation;
import com.google.rpc.ErrorInfo;
import com.google.rpc.Status;
import io.grpc.Metadata;
import io.grpc.StatusException;
import io.grpc.protobuf.StatusProto;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import local.platform.foundation.error.ErrorDetail.RetryInfo;
import local.platform.foundation.error.PlatformException;
import local.platform.web.error.ErrorStatus;
import local.platform.web.observability.RequestId;

/** Converts errors to gRPC: the {@code google.rpc.Status} is in {@code grpc-status-details-bin}. */
final class GrpcStatus {
  /**
   * Maximum size of an error in trailers, in bytes. If trailers exceed a client's limit, the client
   * closes the connection with all calls on it; the limit of most clients is at least 8 KiB.
   */
  static final int MAX_BYTES = 7_000;

  /** Maximum length of a shortened text, in bytes as sent. */
  private static final int MAX_SHORT_TEXT = 500;

  private static final String MORE = " ...";

  /** Maximum overhead in bytes around the violations, and around each of them. */
  private static final int ENVELOPE_BYTES = 64;

  private static final int FIELD_BYTES = 8;

  /**
   * Tells clients that retry automatically how long to wait, in milliseconds, or not to retry: for
   * them all errors with one code are alike (<a
   * href="https://github.com/grpc/proposal/blob/master/A6-client-retries.md#pushback">gRFC A6</a>).
   */
  private static final Metadata.Key<String> RETRY_PUSHBACK =
      Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);

  private static final String NEVER = "-1";

  private GrpcStatus() {}

  /**
   * Returns an error that belongs to no service with its status and trailers.
   *
   * @param id id of the call that failed
   */
  static StatusException of(PlatformException error, String serviceDomain, RequestId id) {
    return of(error, ErrorStatus.DEFAULT_AREA, serviceDomain, id);
  }

  /**
   * Returns an error with its status and trailers; an error that is too long for trailers is
   * shortened.
   *
   * @param area the area of the API whose service failed
   * @param id id of the call that failed
   */
  static StatusException of(
      PlatformException error, String area, String serviceDomain, RequestId id) {
    ErrorStatus status = ErrorStatus.of(error, area, serviceDomain, id.requestId());
    Status.Builder whole = Status.newBuilder().setCode(status.code()).setMessage(status.message());
    status.details().forEach(detail -> whole.addDetails(Any.pack(detail)));
    StatusException exception =
        StatusProto.toStatusException(
            fits(whole.build()) ? whole.build() : shortened(status).build());
    exception.getTrailers().put(CallMetadata.REQUEST_ID, id.requestId());
    pushback(error).ifPresent(value -> exception.getTrailers().put(RETRY_PUSHBACK, value));
    return exception;
  }

  /** Returns when a client's retry policy may send the request again; empty if it decides. */
  private static Optional<String> pushback(PlatformException error) {
    Optional<RetryInfo> retry =
        error.details().stream()
            .filter(RetryInfo.class::isInstance)
            .map(RetryInfo.class::cast)
            .findFirst();
    return switch (error.reason()) {
      case PlatformException.COMMIT_UNKNOWN ->
          retry.isPresent() ? Optional.empty() : Optional.of(NEVER);
      case PlatformException.RATE_LIMITED ->
          retry.map(info -> String.valueOf(info.delay().toMillis()));
      default -> Optional.empty();
    };
  }

  /**
   * Returns a status with the beginning of the text, the number of violations, the id of the
   * request, and as many other details as there is room for.
   */
  private static Status.Builder shortened(ErrorStatus status) {
    Status.Builder shortened =
        Status.newBuilder().setCode(status.code()).setMessage(beginning(status.message()));
    if (status.details().isEmpty()) {
      return shortened;
    }
    int last = status.details().size() - 1;
    // Is there from the beginning, so that there is room for it, and comes last.
    shortened.addDetails(Any.pack(status.details().get(last)));
    for (Message detail : status.details().subList(0, last)) {
      if (detail instanceof ErrorInfo info) {
        addIfItFits(shortened(info, status), shortened);
      } else if (detail instanceof BadRequest badRequest) {
        addViolations(badRequest, shortened);
      } else {
        addIfItFits(detail, shortened);
      }
    }
    return shortened;
  }

  /** Leaves out metadata that may be long, such as the names of all invalid fields. */
  private static ErrorInfo shortened(ErrorInfo info, ErrorStatus status) {
    ErrorInfo.Builder shortened = info.toBuilder();
    if (info.getSerializedSize() > MAX_SHORT_TEXT) {
      shortened.clearMetadata();
    }
    status.details().stream()
        .filter(BadRequest.class::isInstance)
        .map(detail -> ((BadRequest) detail).getFieldViolationsCount())
        .map(String::valueOf)
        .map(listed -> info.getMetadataOrDefault(PlatformException.TOTAL_VIOLATIONS, listed))
        .forEach(total -> shortened.putMetadata(PlatformException.TOTAL_VIOLATIONS, total));
    return shortened.build();
  }

  private static String beginning(String text) {
    int end = 0;
    int left = MAX_SHORT_TEXT;
    while (end < text.length()) {
      int next = text.offsetByCodePoints(end, 1);
      left -= textBytes(text.substring(end, next));
      if (left < 0) {
        return text.substring(0, end) + MORE;
      }
      end = next;
    }
    return text;
  }

  private static void addViolations(BadRequest badRequest, Status.Builder status) {
    BadRequest.Builder some = BadRequest.newBuilder();
    int left = (MAX_BYTES - textBytes(status.getMessage())) / 4 * 3;
    left -= status.build().getSerializedSize() + ENVELOPE_BYTES;
    for (FieldViolation violation : badRequest.getFieldViolationsList()) {
      int size = violation.getSerializedSize() + FIELD_BYTES;
      if (size <= left) {
        some.addFieldViolations(violation);
        left -= size;
      }
    }
    addIfItFits(some.build(), status);
  }

  private static void addIfItFits(Message detail, Status.Builder status) {
    int beforeLast = status.getDetailsCount() - 1;
    if (fits(status.clone().addDetails(beforeLast, Any.pack(detail)).build())) {
      status.addDetails(beforeLast, Any.pack(detail));
    }
  }

  private static boolean fits(Status status) {
    // the details are sent in base64, and the text once more besides them
    int details = (status.getSerializedSize() + 2) / 3 * 4;
    return details <= MAX_BYTES && details + textBytes(status.getMessage()) <= MAX_BYTES;
  }

  /** Returns the length of a text in bytes when everything but plain ASCII is escaped. */
  private static int textBytes(String text) {
    int bytes = 0;
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      bytes += each >= ' ' && each <= '~' && each != '%' ? 1 : 3;
    }
    return bytes;
  }
}
