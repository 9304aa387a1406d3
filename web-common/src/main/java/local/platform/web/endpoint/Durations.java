package local.platform.web.endpoint;

import com.google.protobuf.Duration;
import java.util.Optional;
import local.platform.foundation.error.FieldViolations;

/** Converts durations between messages and records. */
public final class Durations {
  private Durations() {}

  /** Returns a duration as a message. */
  public static Duration message(java.time.Duration duration) {
    return Duration.newBuilder()
        .setSeconds(duration.getSeconds())
        .setNanos(duration.getNano())
        .build();
  }

  /**
   * Reads a duration.
   *
   * @return the duration; empty if it is longer than 10,000 years, or if its seconds and its
   *     nanoseconds have different signs, which is added to the violations
   */
  public static Optional<java.time.Duration> read(
      String field, Duration message, FieldViolations violations) {
    if (!com.google.protobuf.util.Durations.isValid(message)) {
      violations.add(field, "must be a duration of at most 10,000 years");
      return Optional.empty();
    }
    return Optional.of(java.time.Duration.ofSeconds(message.getSeconds(), message.getNanos()));
  }
}
