package local.platform.bench;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Reads and writes messages as their bytes, without copying. */
enum BytesMarshaller implements Marshaller<byte[]> {
  INSTANCE;

  private static final class Written extends ByteArrayInputStream
      implements Drainable, KnownLength {
    Written(byte[] message) {
      super(message);
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
      return (int) transferTo(target);
    }
  }

  @Override
  public InputStream stream(byte[] message) {
    return new Written(message);
  }

  @Override
  public byte[] parse(InputStream stream) {
    try {
      return stream instanceof KnownLength
          ? stream.readNBytes(stream.available())
          : stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
