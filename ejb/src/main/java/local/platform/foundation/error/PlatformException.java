package local.platform.foundation.error;

import jakarta.ejb.ApplicationException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import local.platform.foundation.error.ErrorDetail.BadRequest;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.ErrorDetail.PreconditionFailure;
import local.platform.foundation.error.ErrorDetail.QuotaFailure;
import local.platform.foundation.error.ErrorDetail.ResourceInfo;
import local.platform.foundation.error.ErrorDetail.RetryInfo;
import local.platform.foundation.uid.Uid;

/**
 * Thrown when a request fails for a reason that the client may know. The message is for people: it
 * says what is wrong and what to do, and reveals nothing about the implementation. Its variable
 * parts are in the metadata too (AIP-193). Only errors of the server have a stack trace: to take
 * one for a wrong request may take longer than to answer it.
 */
@ApplicationException(rollback = true) // otherwise the container wraps it
public final class PlatformException extends RuntimeException {
  /**
   * The reason for a write that may have been made: without a key, it must not be retried blindly.
   */
  public static final String COMMIT_UNKNOWN = "COMMIT_UNKNOWN";

  /** The reason for a request that exceeds a rate limit. */
  public static final String RATE_LIMITED = "RATE_LIMITED";

  /** The metadata with the number of all violations, where an error does not list all of them. */
  public static final String TOTAL_VIOLATIONS = "totalViolations";

  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String reason;
  private final transient Map<String, String> metadata;
  private final transient List<ErrorDetail> details;
  private final boolean isBare;

  /**
   * Creates an error for which there is no factory method.
   *
   * @param code canonical code
   * @param reason stable, in UPPER_SNAKE, at most 63 characters
   * @param text the message without the title of the code
   * @param metadata the variable parts of the text
   * @param details further details, no two of one type
   */
  public PlatformException(
      ErrorCode code,
      String reason,
      String text,
      Map<String, String> metadata,
      ErrorDetail... details) {
    super(code.title() + ": " + text, null, true, code.httpStatus() >= 500);
    this.code = code;
    this.reason = reason;
    this.metadata = Map.copyOf(metadata);
    this.details = List.of(details);
    this.isBare = false;
  }

  private PlatformException(PlatformException whole) {
    super(whole.getMessage(), whole, true, false);
    this.code = whole.code;
    this.reason = whole.reason;
    this.metadata = Map.of();
    this.details = List.of();
    this.isBare = true;
  }

  /** Returns the same error for clients that get only its code and its message. */
  public PlatformException withoutDetails() {
    return new PlatformException(this);
  }

  /** Returns whether clients get only the code and the message, without the reason. */
  public boolean isBare() {
    return isBare;
  }

  /** Returns the canonical code. */
  public ErrorCode code() {
    return code;
  }

  /** Returns the stable reason, in UPPER_SNAKE. */
  public String reason() {
    return reason;
  }

  /** Returns the variable parts of the message, in a stable order. */
  public Map<String, String> metadata() {
    return new TreeMap<>(metadata);
  }

  /** Returns further details. */
  public List<ErrorDetail> details() {
    return details;
  }

  /** Returns the error for one invalid field of the request. */
  public static PlatformException invalidArgument(String field, String description) {
    return invalidArgument(List.of(new FieldViolation(field, description)), 1);
  }

  /**
   * Returns the error for invalid fields of the request.
   *
   * @param violations the violations that it lists, the first of all
   * @param total the number of all violations; the text begins with it if not all are listed, so
   *     that it is still there where the text is shortened
   */
  public static PlatformException invalidArgument(List<FieldViolation> violations, int total) {
    String text =
        violations.stream()
            .map(violation -> violation.field() + ": " + violation.description())
            .collect(Collectors.joining("; "));
    Map<String, String> metadata = new HashMap<>();
    metadata.put(
        "fields",
        violations.stream().map(FieldViolation::field).distinct().collect(Collectors.joining(",")));
    if (total > violations.size()) {
      text = "there are " + total + " violations, of which these are the first: " + text;
      metadata.put(TOTAL_VIOLATIONS, String.valueOf(total));
    }
    return new PlatformException(
        ErrorCode.INVALID_ARGUMENT,
        "INVALID_ARGUMENT",
        text,
        metadata,
        new BadRequest(violations, total));
  }

  /**
   * Returns the error for a write that cannot be tried without making it.
   *
   * @param method name of the method
   * @param header name of the header that asks for a dry run
   */
  public static PlatformException dryRunUnsupported(String method, String header) {
    return new PlatformException(
        ErrorCode.INVALID_ARGUMENT,
        "VALIDATE_ONLY_UNSUPPORTED",
        method + " cannot be tried without doing it: leave out " + header,
        Map.of("method", method, "header", header));
  }

  /**
   * Returns the error for a write that cannot be repeated by a key.
   *
   * @param method name of the method
   * @param header name of the header with the key
   */
  public static PlatformException keyUnsupported(String method, String header) {
    return new PlatformException(
        ErrorCode.INVALID_ARGUMENT,
        "IDEMPOTENCY_UNSUPPORTED",
        method + " cannot be repeated without doing it again: leave out " + header,
        Map.of("method", method, "header", header));
  }

  /** Returns the error for a key that the same caller has used for another request. */
  public static PlatformException keyReused() {
    return new PlatformException(
        ErrorCode.ALREADY_EXISTS,
        "IDEMPOTENCY_KEY_REUSED",
        "the idempotency key was used for another request: choose a new one",
        Map.of());
  }

  /**
   * Returns the error for a resource that does not exist. Only for callers that may know that.
   *
   * @param kind kind of resource, such as {@code Group}
   */
  public static PlatformException notFound(String kind, Uid uid) {
    return new PlatformException(
        ErrorCode.NOT_FOUND,
        "NOT_FOUND",
        "there is no " + kind + " " + uid,
        Map.of("kind", kind, "resource", uid.value()),
        new ResourceInfo(kind, uid.value()));
  }

  /**
   * Returns the error for a search by something other than the uid that found nothing.
   *
   * @param kind kind of resource, such as {@code Identity}
   */
  public static PlatformException notFound(String kind, String text) {
    return new PlatformException(ErrorCode.NOT_FOUND, "NOT_FOUND", text, Map.of("kind", kind));
  }

  /**
   * Returns the error for a caller that lacks a capability, which is the same whether or not the
   * resource exists.
   */
  public static PlatformException permissionDenied(String permission, Uid resource) {
    return new PlatformException(
        ErrorCode.PERMISSION_DENIED,
        "PERMISSION_DENIED",
        permission + " on " + resource + " is required",
        Map.of("permission", permission, "resource", resource.value()));
  }

  /** Returns the error for a caller that may not do this on any resource. */
  public static PlatformException permissionDenied(String text) {
    return new PlatformException(ErrorCode.PERMISSION_DENIED, "PERMISSION_DENIED", text, Map.of());
  }

  /** Returns the error for a caller that would grant capabilities that it does not hold itself. */
  public static PlatformException grantExceedsCaller(Uid group) {
    return new PlatformException(
        ErrorCode.PERMISSION_DENIED,
        "GRANT_EXCEEDS_CALLER",
        "the caller must itself hold, at " + group + ", every capability that is granted",
        Map.of("resource", group.value()));
  }

  /**
   * Returns the error for a caller that could take over an identity that may do more than the
   * caller.
   */
  public static PlatformException takeoverExceedsCaller(Uid identity) {
    return new PlatformException(
        ErrorCode.PERMISSION_DENIED,
        "GRANT_EXCEEDS_CALLER",
        "the caller must itself hold everything that " + identity + " may do",
        Map.of("resource", identity.value()));
  }

  /**
   * Returns the error for a resource that must be unique and already exists.
   *
   * @param kind kind of resource, such as {@code Role}
   */
  public static PlatformException alreadyExists(String kind, String text) {
    return new PlatformException(
        ErrorCode.ALREADY_EXISTS, "ALREADY_EXISTS", text, Map.of("kind", kind));
  }

  /**
   * Returns the error for a resource whose state does not allow the operation.
   *
   * @param type kind of the obstacle, such as {@code RESOURCE_NOT_EMPTY}
   */
  public static PlatformException failedPrecondition(String type, Uid subject, String text) {
    return new PlatformException(
        ErrorCode.FAILED_PRECONDITION,
        "FAILED_PRECONDITION",
        text,
        Map.of("resource", subject.value()),
        new PreconditionFailure(type, subject.value(), text));
  }

  /** Returns the error for an {@code If-Match} that does not match the stored version. */
  public static PlatformException etagMismatch(Uid uid) {
    return etagMismatch(uid, "is not that of " + uid + ": read it again");
  }

  /**
   * Returns the same error with another reason.
   *
   * @param text what is wrong with the ETag, as a predicate
   */
  public static PlatformException etagMismatch(Uid uid, String text) {
    return etagMismatch(uid.value(), text);
  }

  /** Returns the error for an {@code If-Match} with an ETag for an operation without ETags. */
  public static PlatformException etagMismatch(String operation) {
    return etagMismatch(
        operation, "cannot match, because answers of " + operation + " have none: leave it out");
  }

  private static PlatformException etagMismatch(String resource, String text) {
    return new PlatformException(
        ErrorCode.ABORTED,
        "ETAG_MISMATCH",
        "the ETag in If-Match " + text,
        Map.of("resource", resource));
  }

  /** Returns the error for an {@code If-None-Match} that matches the stored version of a write. */
  public static PlatformException etagMatch(Uid uid) {
    return new PlatformException(
        ErrorCode.ABORTED,
        "ETAG_MATCH",
        "If-None-Match excludes the stored version of " + uid + ": leave it out to write it",
        Map.of("resource", uid.value()));
  }

  /** Returns the error for a write that kept colliding with concurrent ones. */
  public static PlatformException concurrentUpdate() {
    return new PlatformException(
        ErrorCode.ABORTED,
        "CONCURRENT_UPDATE",
        "the resource was changed at the same time: read it again and retry",
        Map.of());
  }

  /** Returns the error for a request without valid credentials. */
  public static PlatformException unauthenticated(String reason, String text) {
    return new PlatformException(ErrorCode.UNAUTHENTICATED, reason, text, Map.of());
  }

  /** Returns the error for an operation that is in the API but not in this server. */
  public static PlatformException unimplemented(String operation) {
    return new PlatformException(
        ErrorCode.UNIMPLEMENTED,
        "UNIMPLEMENTED",
        "this server does not offer " + operation,
        Map.of("operation", operation));
  }

  /**
   * Returns the error for an answer that would exceed a limit of this server.
   *
   * @param limit the limit, which the text names
   */
  public static PlatformException tooLarge(String reason, int limit, String text) {
    return new PlatformException(
        ErrorCode.RESOURCE_EXHAUSTED, reason, text, Map.of("limit", String.valueOf(limit)));
  }

  /**
   * Returns the error for a server that is temporarily unavailable, to be retried after one second.
   */
  public static PlatformException unavailable(String text) {
    return unavailable(text, Duration.ofSeconds(1));
  }

  /**
   * Returns the error for a server that is temporarily unavailable.
   *
   * @param wait when to retry; rounded up to {@linkplain #wholeSeconds whole seconds}
   */
  public static PlatformException unavailable(String text, Duration wait) {
    return new PlatformException(
        ErrorCode.UNAVAILABLE, "UNAVAILABLE", text, Map.of(), retryAfter(wait));
  }

  private static RetryInfo retryAfter(Duration wait) {
    return new RetryInfo(Duration.ofSeconds(wholeSeconds(wait)));
  }

  /**
   * Returns a time to wait in whole seconds, rounded up, at least one: {@code Retry-After} has no
   * fractions.
   */
  public static long wholeSeconds(Duration wait) {
    return Math.max(1, wait.plusSeconds(1).minusNanos(1).toSeconds());
  }

  /**
   * Returns the error for a request that exceeds a rate limit.
   *
   * @param policy name of the limit
   * @param subject whose limit it is, such as {@code identity:} with its uid
   * @param limit the limit in words
   * @param wait when the next request is allowed; rounded up as for {@link #unavailable}
   */
  public static PlatformException rateLimited(
      String policy, String subject, String limit, Duration wait) {
    return new PlatformException(
        ErrorCode.RESOURCE_EXHAUSTED,
        RATE_LIMITED,
        "too many requests for the policy " + policy + ": wait as long as the RetryInfo says",
        Map.of("policy", policy),
        new QuotaFailure(subject, "the policy " + policy + " allows " + limit),
        retryAfter(wait));
  }

  /**
   * Returns the error for a write that may have been made. Unlike {@link #unavailable} it has no
   * retry delay: clients that retry by themselves would write twice.
   */
  public static PlatformException commitUnknown() {
    return new PlatformException(
        ErrorCode.UNAVAILABLE,
        COMMIT_UNKNOWN,
        "the database failed during the commit: read before you write again",
        Map.of());
  }

  /**
   * Returns the same error for a write with an idempotency key. It has a retry delay: sent again
   * with the key, the request is written once.
   */
  public static PlatformException commitUnknownWithKey() {
    return new PlatformException(
        ErrorCode.UNAVAILABLE,
        COMMIT_UNKNOWN,
        "the database failed during the commit: send the request again with the same idempotency"
            + " key",
        Map.of(),
        new RetryInfo(Duration.ofSeconds(1)));
  }

  /** Returns the error for an internal failure, whose cause is in the log and not in the answer. */
  public static PlatformException internal() {
    return new PlatformException(
        ErrorCode.INTERNAL,
        "INTERNAL",
        "the server failed; its log has the cause under the request id",
        Map.of());
  }
}
