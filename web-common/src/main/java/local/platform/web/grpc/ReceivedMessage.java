package local.platform.web.grpc;

import io.grpc.KnownLength;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;

/**
 * An unparsed request message. If it cannot be read, it keeps the error: an exception while it is
 * received would be reported as a failure of the server.
 */
final class ReceivedMessage {
  private final byte[] bytes;
  private final Optional<PlatformException> failure;

  private ReceivedMessage(byte[] bytes, Optional<PlatformException> failure) {
    this.bytes = bytes;
    this.failure = failure;
  }

  /** Reads a message, which may be compressed. */
  static ReceivedMessage read(InputStream stream) {
    try {
      return new ReceivedMessage(readAll(stream), Optional.empty());
    } catch (StatusRuntimeException e) {
      // the only reason for which the library throws: the message is too large
      return failed(
          new PlatformException(
              ErrorCode.RESOURCE_EXHAUSTED,
              "RESOURCE_EXHAUSTED",
              "the request message is too large",
              Map.of()));
    } catch (IOException e) {
      return failed(
          PlatformException.invalidArgument(
              "body", "is not compressed in the way that grpc-encoding says"));
    }
  }

  private static byte[] readAll(InputStream stream) throws IOException {
    // The length of uncompressed messages is known. Reading without it would allocate 8 KiB for any
    // message.
    return stream instanceof KnownLength
        ? stream.readNBytes(stream.available())
        : stream.readAllBytes();
  }

  private static ReceivedMessage failed(PlatformException failure) {
    return new ReceivedMessage(new byte[0], Optional.of(failure));
  }

  /**
   * Returns the decompressed bytes.
   *
   * @throws PlatformException RESOURCE_EXHAUSTED if the message is too large, INVALID_ARGUMENT if
   *     it cannot be decompressed
   */
  byte[] bytes() {
    failure.ifPresent(
        thrown -> {
          throw thrown;
        });
    return bytes;
  }
}
