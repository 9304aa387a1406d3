package local.platform.web.grpc;

import io.grpc.Decompressor;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The compression that clients may use. The library's own implementation reads the beginning of a
 * message immediately, and reports invalid gzip as a failure of the server. Here invalid gzip is
 * detected when the message is read, so that it can be answered properly.
 */
final class LazyGzip implements Decompressor {
  @Override
  public String getMessageEncoding() {
    return "gzip";
  }

  @Override
  public InputStream decompress(InputStream compressed) {
    return new InputStream() {
      private @Nullable InputStream opened;

      private InputStream open() throws IOException {
        if (opened == null) {
          opened = new GZIPInputStream(compressed);
        }
        return opened;
      }

      @Override
      public int read() throws IOException {
        return open().read();
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return open().read(bytes, offset, length);
      }

      @Override
      public void close() throws IOException {
        compressed.close();
      }
    };
  }
}
