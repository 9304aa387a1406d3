package local.platform.web.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * The time as HTTP writes it (IMF-fixdate: RFC 9110, section 5.6.7), which is in English and in GMT
 * wherever the server runs.
 */
public final class HttpDate {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US)
          .withZone(ZoneOffset.UTC);

  private final InstantSource clock;
  private volatile Second current;

  /** A second, with its text, which most answers share with the answer before. */
  private record Second(long epoch, String text) {
    static Second of(Instant time) {
      return new Second(time.getEpochSecond(), HttpDate.of(time));
    }
  }

  HttpDate(InstantSource clock) {
    this.clock = clock;
    this.current = Second.of(clock.instant());
  }

  /** Returns the text of a time. */
  public static String of(Instant time) {
    return FORMAT.format(time);
  }

  /**
   * Returns the time of a text; empty if it has another form. The obsolete forms are none of those
   * that are known here.
   */
  public static Optional<Instant> parse(String text) {
    try {
      return Optional.of(FORMAT.parse(text.strip(), Instant::from));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
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
