package local.platform.error;

import jakarta.ejb.ApplicationException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import local.platform.error.ErrorDetail.BadRequest;
import local.platform.error.ErrorDetail.FieldViolation;
import local.platform.error.ErrorDetail.PreconditionFailure;
import local.platform.error.ErrorDetail.ResourceInfo;
import local.platform.error.ErrorDetail.RetryInfo;
import local.platform.uid.Uid;

/**
 * A request that fails, for a reason that the client may know. The message is for people: what is
 * wrong and what to do, and nothing of the implementation. Whatever varies in it is in the metadata
 * too (AIP-193).
 */
@ApplicationException(rollback = true) // otherwise the container wraps it
public final class PlatformException extends RuntimeException {
  /** The reason of a write that was perhaps made: it must not be tried again unseen. */
  public static final String COMMIT_UNKNOWN = "COMMIT_UNKNOWN";

  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String reason;
  private final transient Map<String, String> metadata;
  private final transient List<ErrorDetail> details;
  private final boolean isBare;

  /**
   * Makes an error that none of the factories makes.
   *
   * @param code canonical code
   * @param reason stable, in UPPER_SNAKE, at most 63 characters
   * @param text the message without the title of the code
   * @param metadata what varies in the text
   * @param details further details, no two of one type
   */
  public PlatformException(
      ErrorCode code,
      String reason,
      String text,
      Map<String, String> metadata,
      ErrorDetail... details) {
    super(code.title() + ": " + text);
    this.code = code;
    this.reason = reason;
    this.metadata = Map.copyOf(metadata);
    this.details = List.of(details);
    this.isBare = false;
  }

  private PlatformException(PlatformException whole) {
    super(whole.getMessage(), whole);
    this.code = whole.code;
    this.reason = whole.reason;
    this.metadata = Map.of();
    this.details = List.of();
    this.isBare = true;
  }

  /** The same error for clients that are told its code and its message, and nothing else. */
  public PlatformException withoutDetails() {
    return new PlatformException(this);
  }

  /** Whether clients are told the code and the message only, and not the reason either. */
  public boolean isBare() {
    return isBare;
  }

  /** The canonical code. */
  public ErrorCode code() {
    return code;
  }

  /** The stable reason, in UPPER_SNAKE. */
  public String reason() {
    return reason;
  }

  /** What varies in the message, in a stable order. */
  public Map<String, String> metadata() {
    return new TreeMap<>(metadata);
  }

  /** Further details. */
  public List<ErrorDetail> details() {
    return details;
  }

  /** One field of the request is wrong. */
  public static PlatformException invalidArgument(String field, String description) {
    return invalidArgument(List.of(new FieldViolation(field, description)));
  }

  /** Several fields of the request are wrong. */
  public static PlatformException invalidArgument(List<FieldViolation> violations) {
    String text =
        violations.stream()
            .map(violation -> violation.field() + ": " + violation.description())
            .collect(Collectors.joining("; "));
    String fields =
        violations.stream().map(FieldViolation::field).distinct().collect(Collectors.joining(","));
    return new PlatformException(
        ErrorCode.INVALID_ARGUMENT,
        "INVALID_ARGUMENT",
        text,
        Map.of("fields", fields),
        new BadRequest(violations));
  }

  /**
   * The resource does not exist, and the caller may know that.
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
   * What was looked for, by something else than its uid, was not found.
   *
   * @param kind kind of resource, such as {@code Identity}
   */
  public static PlatformException notFound(String kind, String text) {
    return new PlatformException(ErrorCode.NOT_FOUND, "NOT_FOUND", text, Map.of("kind", kind));
  }

  /** The caller lacks a capability; the same whether or not the resource exists. */
  public static PlatformException permissionDenied(String permission, Uid resource) {
    return new PlatformException(
        ErrorCode.PERMISSION_DENIED,
        "PERMISSION_DENIED",
        permission + " on " + resource + " is required",
        Map.of("permission", permission, "resource", resource.value()));
  }

  /** The caller may not do this at all, wherever. */
  public static PlatformException permissionDenied(String text) {
    return new PlatformException(ErrorCode.PERMISSION_DENIED, "PERMISSION_DENIED", text, Map.of());
  }

  /** The caller would grant what it does not hold itself. */
  public static PlatformException grantExceedsCaller(Uid group) {
    return new PlatformException(
        ErrorCode.PERMISSION_DENIED,
        "GRANT_EXCEEDS_CALLER",
        "this takes every capability that is granted, held at " + group + " by the caller itself",
        Map.of("resource", group.value()));
  }

  /** The caller could act as somebody who may do what it may not do itself. */
  public static PlatformException takeoverExceedsCaller(Uid identity) {
    return new PlatformException(
        ErrorCode.PERMISSION_DENIED,
        "GRANT_EXCEEDS_CALLER",
        "this takes everything that " + identity + " may do, held by the caller itself",
        Map.of("resource", identity.value()));
  }

  /**
   * Something of which there can be only one is there already.
   *
   * @param kind kind of resource, such as {@code Role}
   */
  public static PlatformException alreadyExists(String kind, String text) {
    return new PlatformException(
        ErrorCode.ALREADY_EXISTS, "ALREADY_EXISTS", text, Map.of("kind", kind));
  }

  /**
   * The state of a resource stands in the way.
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

  /** The version that the client named is not the stored one. */
  public static PlatformException etagMismatch(Uid uid) {
    return new PlatformException(
        ErrorCode.ABORTED,
        "ETAG_MISMATCH",
        "the ETag in If-Match is not that of " + uid + ": read it again",
        Map.of("resource", uid.value()));
  }

  /** Others kept changing the same thing. */
  public static PlatformException concurrentUpdate() {
    return new PlatformException(
        ErrorCode.ABORTED,
        "CONCURRENT_UPDATE",
        "the resource was changed at the same time: read it again and retry",
        Map.of());
  }

  /** Who calls is not known. */
  public static PlatformException unauthenticated(String reason, String text) {
    return new PlatformException(ErrorCode.UNAUTHENTICATED, reason, text, Map.of());
  }

  /** The operation exists in the contract and not in this server. */
  public static PlatformException unimplemented(String operation) {
    return new PlatformException(
        ErrorCode.UNIMPLEMENTED,
        "UNIMPLEMENTED",
        "this server does not offer " + operation,
        Map.of("operation", operation));
  }

  /**
   * The answer would be larger than this server makes it.
   *
   * @param limit the most that it has, which the text names
   */
  public static PlatformException tooLarge(String reason, int limit, String text) {
    return new PlatformException(
        ErrorCode.RESOURCE_EXHAUSTED, reason, text, Map.of("limit", String.valueOf(limit)));
  }

  /** The server cannot answer now and will be able to again. */
  public static PlatformException unavailable(String text) {
    return unavailable(text, Duration.ofSeconds(1));
  }

  /**
   * The server cannot answer now and will be able to again.
   *
   * @param wait when to try again; told in whole seconds, rounded up and at least one, because the
   *     field {@code Retry-After} knows no fractions
   */
  public static PlatformException unavailable(String text, Duration wait) {
    long seconds = Math.max(1, wait.plusSeconds(1).minusNanos(1).toSeconds());
    return new PlatformException(
        ErrorCode.UNAVAILABLE,
        "UNAVAILABLE",
        text,
        Map.of(),
        new RetryInfo(Duration.ofSeconds(seconds)));
  }

  /**
   * A write was perhaps made. Unlike {@link #unavailable} it does not say when to try again:
   * clients do that without asking, and would write twice.
   */
  public static PlatformException commitUnknown() {
    return new PlatformException(
        ErrorCode.UNAVAILABLE,
        COMMIT_UNKNOWN,
        "the database failed while it was committing: read before you write again",
        Map.of());
  }

  /** Our own fault; what went wrong is in the log and not in the answer. */
  public static PlatformException internal() {
    return new PlatformException(
        ErrorCode.INTERNAL,
        "INTERNAL",
        "the server failed; the request id finds the cause in its log",
        Map.of());
  }
}
