package local.platform.web.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.LongSupplier;
import local.platform.web.endpoint.Upload;
import local.platform.web.rest.HttpFailure;

/**
 * The body of a request that was passed on before it. The thread that serves the request reads it
 * from the connection itself, with a selector of its own: while a request is being served, nothing
 * else reads from its connection. So a slow client holds that thread, and no memory but a buffer.
 */
final class UploadBody implements Upload {
  private static final int BUFFER = 64 * 1024;

  private final SocketChannel channel;
  private final ByteBuffer received;
  private final Framing framing;
  private final UploadRules rules;
  private final Runnable sendContinue;
  private final LongSupplier nanoTime;
  private boolean opened;

  /**
   * How the length of a body is known.
   *
   * @param chunked whether it consists of chunks
   * @param length its length in bytes, if it does not
   * @param maxLength its maximum length, in bytes
   * @param expectsContinue whether the client waits for 100 (Continue)
   */
  record Framing(boolean chunked, long length, long maxLength, boolean expectsContinue) {}

  /**
   * Creates a body.
   *
   * @param channel the connection
   * @param received the bytes that were received together with the head
   * @param sendContinue sends 100 (Continue)
   */
  UploadBody(
      SocketChannel channel,
      byte[] received,
      Framing framing,
      UploadRules rules,
      Runnable sendContinue,
      LongSupplier nanoTime) {
    this.channel = channel;
    this.received = ByteBuffer.wrap(received);
    this.framing = framing;
    this.rules = rules;
    this.sendContinue = sendContinue;
    this.nanoTime = nanoTime;
  }

  @Override
  public synchronized InputStream open() throws IOException {
    if (opened) {
      throw new IOException("the upload is read already");
    }
    opened = true;
    if (framing.expectsContinue() && !received.hasRemaining()) {
      sendContinue.run();
    }
    return new Stream();
  }

  private final class Stream extends InputStream {
    private final Selector selector = Selector.open();
    private final ChunkedBody chunks = new ChunkedBody();
    private final byte[] single = new byte[1];
    private ByteBuffer raw = received;
    private ByteBuffer decoded = ByteBuffer.allocate(0);
    private long remaining = framing.length();
    private long total;
    private long windowStart = nanoTime.getAsLong();
    private long windowBytes;

    Stream() throws IOException {
      channel.register(selector, SelectionKey.OP_READ);
    }

    @Override
    public int read() throws IOException {
      return read(single, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(single[0]);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      while (!decoded.hasRemaining()) {
        if (isComplete()) {
          return -1;
        }
        if (!raw.hasRemaining()) {
          receive();
        }
        decode();
      }
      int count = Math.min(length, decoded.remaining());
      decoded.get(target, offset, count);
      return count;
    }

    private boolean isComplete() {
      return framing.chunked() ? chunks.isComplete() : remaining == 0;
    }

    private void decode() {
      ByteBuffer body = ByteBuffer.allocate(raw.remaining());
      if (framing.chunked()) {
        chunks.read(raw, (input, count) -> take(body, input, count));
      } else {
        int count = (int) Math.min(remaining, raw.remaining());
        take(body, raw, count);
        remaining -= count;
      }
      decoded = body.flip();
      total += decoded.remaining();
      windowBytes += decoded.remaining();
      if (total > framing.maxLength()) {
        throw HttpFailure.bodyTooLong(framing.maxLength());
      }
    }

    private static void take(ByteBuffer body, ByteBuffer input, int count) {
      body.put(body.position(), input, input.position(), count);
      body.position(body.position() + count);
      input.position(input.position() + count);
    }

    /** Waits for bytes of the client. */
    private void receive() throws IOException {
      raw = ByteBuffer.allocate(BUFFER);
      while (true) {
        int count = channel.read(raw);
        checkRate();
        if (count < 0) {
          throw new EOFException("the client ended the upload early");
        }
        if (count > 0) {
          raw.flip();
          return;
        }
        long left = rules.window().toNanos() - (nanoTime.getAsLong() - windowStart);
        selector.select(Math.max(1, left / 1_000_000));
        selector.selectedKeys().clear();
        if (Thread.currentThread().isInterrupted()) {
          throw new InterruptedIOException("the server is shutting down");
        }
      }
    }

    /**
     * Refuses a client that has sent too little in a window of time. Only bytes of the file count,
     * and not the framing of chunks.
     */
    private void checkRate() {
      long now = nanoTime.getAsLong();
      if (now - windowStart < rules.window().toNanos()) {
        return;
      }
      if (windowBytes < rules.minBytes()) {
        throw HttpFailure.uploadTooSlow(UploadRules.MIN_RATE);
      }
      windowStart = now;
      windowBytes = 0;
    }

    @Override
    public void close() throws IOException {
      selector.close();
    }
  }
}
