package local.platform.contract.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients that ask for a file and read a byte of it each second, so that they seem to be alive. The
 * network keeps little of what they have not read.
 */
public final class SlowReaders implements AutoCloseable {
  private static final int WINDOW = 2_048;

  private final List<SocketChannel> channels = new ArrayList<>();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final AtomicLong bytes = new AtomicLong();

  private SlowReaders() {}

  /** Lets so many clients ask for a file. */
  public static SlowReaders of(PlatformClient client, String path, int count) throws IOException {
    InetSocketAddress address =
        new InetSocketAddress(client.url().getHost(), client.url().getPort());
    byte[] request =
        ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    SlowReaders readers = new SlowReaders();
    for (int i = 0; i < count; i++) {
      SocketChannel channel = SocketChannel.open();
      readers.channels.add(channel);
      channel.setOption(StandardSocketOptions.SO_RCVBUF, WINDOW);
      channel.connect(address);
      channel.write(ByteBuffer.wrap(request));
      channel.configureBlocking(false);
    }
    var unused = readers.timer.scheduleWithFixedDelay(readers::readOneByte, 1, 1, TimeUnit.SECONDS);
    return readers;
  }

  private void readOneByte() {
    for (SocketChannel channel : channels) {
      try {
        bytes.addAndGet(Math.max(0, channel.read(ByteBuffer.allocate(1))));
      } catch (IOException e) {
        // it was disconnected
      }
    }
  }

  /** Returns how many bytes all of them have read. */
  public long bytesRead() {
    return bytes.get();
  }

  @Override
  public void close() throws IOException {
    timer.shutdownNow();
    for (SocketChannel channel : channels) {
      channel.close();
    }
  }
}
