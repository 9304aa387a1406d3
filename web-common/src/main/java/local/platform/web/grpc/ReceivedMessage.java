package local.platform.web.grpc;

import io.grpc.KnownLength;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import local.platform.error.ErrorCode;
import local.platform.error.PlatformException;

/**
 * A request message as it came. That it cannot be read is kept with it: thrown while it is received
 * it would be taken for a fault of ours.
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
      // the only reason that the library has: there is too much of it
      return failed(
          new PlatformException(
              ErrorCode.RESOURCE_EXHAUSTED,
              "RESOURCE_EXHAUSTED",
              "the request message is too large",
              Map.of()));
    } catch (IOException e) {
      return failed(
          PlatformException.invalidArgument("body", "is not compressed as grpc-encoding says"));
    }
  }

  private static byte[] readAll(InputStream stream) throws IOException {
    // Of what is not compressed the length is known. Else room for 8 KiB is made for any message.
    return stream instanceof KnownLength
        ? stream.readNBytes(stream.available())
        : stream.readAllBytes();
  }

  private static ReceivedMessage failed(PlatformException failure) {
    return new ReceivedMessage(new byte[0], Optional.of(failure));
  }

  /**
   * Its bytes, decompressed.
   *
   * @throws PlatformException RESOURCE_EXHAUSTED if there are more than a message may have,
   *     INVALID_ARGUMENT if they cannot be decompressed
   */
  byte[] bytes() {
    failure.ifPresent(
        thrown -> {
          throw thrown;
        });
    return bytes;
  }
}
