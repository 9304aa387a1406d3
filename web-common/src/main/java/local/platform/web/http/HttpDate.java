package local.platform.web.http;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The time as HTTP writes it (IMF-fixdate: RFC 9110, section 5.6.7), which is in English and in GMT
 * wherever the server runs.
 */
final class HttpDate {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US)
          .withZone(ZoneOffset.UTC);

  private final InstantSource clock;
  private volatile Second current;

  /** A second, with its text, which most answers share with the answer before. */
  private record Second(long epoch, String text) {
    static Second of(Instant time) {
      return new Second(time.getEpochSecond(), FORMAT.format(time));
    }
  }

  HttpDate(InstantSource clock) {
    this.clock = clock;
    this.current = Second.of(clock.instant());
  }

  /** Returns the current time. */
  String now() {
    Instant time = clock.instant();
    Second second = current;
    if (second.epoch() != time.getEpochSecond()) {
      second = Second.of(time);
      current = second;
    }
    return second.text();
  }
}
