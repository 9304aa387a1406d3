package local.platform.web.grpc;

import io.grpc.Decompressor;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The compression that clients may use. That of the library reads the beginning of a message before
 * it hands it over, and takes what is no gzip for a fault of the server; here that is found out by
 * who reads the message, and can answer it.
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
