package local.platform.web.endpoint;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;

/**
 * The body of a request that is not read before its method is called, because it may be long. The
 * method reads it when it has decided that it accepts it.
 */
@FunctionalInterface
public interface Upload {
  /**
   * Begins to read the body. Can be called once. Reading waits for the client, but not for long: a
   * client that sends too little in too much time is refused.
   *
   * @throws IOException if the body cannot be read; the stream also throws what the protocol throws
   *     for a body that is too long, too slow or malformed
   */
  InputStream open() throws IOException;

  /** Returns the error for an upload whose client has gone before it was complete. */
  static PlatformException endedEarly() {
    return new PlatformException(
        ErrorCode.CANCELLED, "UPLOAD_ENDED", "the upload ended early: send it again", Map.of());
  }
}
