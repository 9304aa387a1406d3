package local.platform.foundation.error;

/**
 * The canonical codes ({@code google.rpc.Code}), each with its number in gRPC and its HTTP status
 * (AIP-193). No other class knows these numbers.
 */
public enum ErrorCode {
  CANCELLED(1, 499, "Cancelled"),
  UNKNOWN(2, 500, "Unknown"),
  INVALID_ARGUMENT(3, 400, "Invalid argument"),
  DEADLINE_EXCEEDED(4, 504, "Deadline exceeded"),
  NOT_FOUND(5, 404, "Not found"),
  ALREADY_EXISTS(6, 409, "Already exists"),
  PERMISSION_DENIED(7, 403, "Permission denied"),
  RESOURCE_EXHAUSTED(8, 429, "Resource exhausted"),
  FAILED_PRECONDITION(9, 400, "Precondition failed"),
  ABORTED(10, 409, "Aborted"),
  OUT_OF_RANGE(11, 400, "Out of range"),
  UNIMPLEMENTED(12, 501, "Unimplemented"),
  INTERNAL(13, 500, "Internal"),
  UNAVAILABLE(14, 503, "Unavailable"),
  DATA_LOSS(15, 500, "Data loss"),
  UNAUTHENTICATED(16, 401, "Unauthenticated");

  private final int number;
  private final int httpStatus;
  private final String title;

  ErrorCode(int number, int httpStatus, String title) {
    this.number = number;
    this.httpStatus = httpStatus;
    this.title = title;
  }

  /** Returns the number in {@code google.rpc.Status}. */
  public int number() {
    return number;
  }

  /** Returns the HTTP status. */
  public int httpStatus() {
    return httpStatus;
  }

  /** Returns the words with which a message of this code begins. */
  public String title() {
    return title;
  }
}
