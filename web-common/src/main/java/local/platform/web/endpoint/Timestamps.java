package local.platform.web.endpoint;

import com.google.protobuf.Timestamp;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import local.platform.foundation.error.FieldViolations;

/** Converts times between messages and records. */
public final class Timestamps {
  private static final long FIRST_SECOND = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
  private static final long LAST_SECOND = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();
  private static final int NANOS_PER_SECOND = 1_000_000_000;

  private Timestamps() {}

  /** Returns a time as a message. */
  public static Timestamp message(Instant instant) {
    return Timestamp.newBuilder()
        .setSeconds(instant.getEpochSecond())
        .setNanos(instant.getNano())
        .build();
  }

  /** Returns a time as a message, cut to milliseconds, which is what JSON shows of it. */
  public static Timestamp inMilliseconds(Instant instant) {
    return message(instant.truncatedTo(ChronoUnit.MILLIS));
  }

  /**
   * Reads a time.
   *
   * @return the time; empty if it is outside the years 1 to 9999, the range of {@code
   *     timestamp.proto} and of JSON, which is added to the violations
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
