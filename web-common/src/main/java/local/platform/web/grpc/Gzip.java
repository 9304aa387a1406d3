package local.platform.web.grpc;

import io.grpc.Decompressor;
import java.io.InputStream;
import local.platform.foundation.encoding.GzipInput;

/**
 * The compression that clients may use. The library's own implementation reads the beginning of a
 * message immediately, and reports invalid gzip as a failure of the server. Here invalid gzip is
 * detected when the message is read, so that it can be answered properly.
 */
final class Gzip implements Decompressor {
  @Override
  public String getMessageEncoding() {
    return "gzip";
  }

  @Override
  public InputStream decompress(InputStream compressed) {
    return new GzipInput(compressed);
  }
}
