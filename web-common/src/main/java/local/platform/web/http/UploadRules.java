package local.platform.web.http;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import local.platform.web.upload.Uploads;

/**
 * Selects the requests that are passed on before their bodies, and limits how these are received.
 *
 * @param maxBytes returns the maximum length of an upload, in bytes, for a method and an undecoded
 *     path; empty if they do not take one
 * @param open whether a method and an undecoded path are served without a token
 * @param window time in which a client must send at least {@link #MIN_RATE} bytes for each second
 * @param uploads receives the uploads
 */
record UploadRules(
    BiFunction<String, String, OptionalLong> maxBytes,
    BiPredicate<String, String> open,
    Duration window,
    Uploads uploads) {
  /** Minimum rate of a client that uploads, in bytes per second. */
  static final long MIN_RATE = 64 * 1024;

  /** No uploads, and everything is served without a token. */
  static final UploadRules NONE =
      new UploadRules(
          (method, path) -> OptionalLong.empty(),
          (method, path) -> true,
          Duration.ofSeconds(1),
          new Uploads());

  /** Returns how many bytes a client must send in each window. */
  long minBytes() {
    return Math.max(1, window.toMillis() * MIN_RATE / 1_000);
  }
}
