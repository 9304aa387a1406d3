package local.platform.web.endpoint;

import com.google.protobuf.Timestamp;
import java.time.Instant;
import java.util.Optional;
import local.platform.error.FieldViolations;

/** Between the times of messages and of records. */
public final class Timestamps {
  private static final long FIRST_SECOND = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
  private static final long LAST_SECOND = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();
  private static final int NANOS_PER_SECOND = 1_000_000_000;

  private Timestamps() {}

  /** The message of a time. */
  public static Timestamp message(Instant instant) {
    return Timestamp.newBuilder()
        .setSeconds(instant.getEpochSecond())
        .setNanos(instant.getNano())
        .build();
  }

  /**
   * Reads a time.
   *
   * @return empty if it lies outside of the years 1 to 9999, to which {@code timestamp.proto}
   *     restricts it and JSON holds it; that is then noted
   */
  public static Optional<Instant> instant(
      String field, Timestamp message, FieldViolations violations) {
    boolean fits =
        message.getSeconds() >= FIRST_SECOND
            && message.getSeconds() <= LAST_SECOND
            && message.getNanos() >= 0
            && message.getNanos() < NANOS_PER_SECOND;
    if (!fits) {
      violations.add(field, "must be a time in the years 1 to 9999");
      return Optional.empty();
    }
    return Optional.of(Instant.ofEpochSecond(message.getSeconds(), message.getNanos()));
  }
}
