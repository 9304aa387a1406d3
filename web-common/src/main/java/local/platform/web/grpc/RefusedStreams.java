package local.platform.web.grpc;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler.Sharable;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ChannelOutboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ChannelPromise;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2Error;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2Exception;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2FrameTypes;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Refuses streams beyond a limit, and closes connections on which too many are refused, since each
 * costs the client only a few bytes. The library enforces the limit only for clients that have
 * acknowledged it. It counts resets by clients and resets of existing streams, but not those with
 * which it refuses a stream.
 *
 * <p>It must be in the pipeline of the server channel, through which new connections pass.
 */
@Sharable
final class RefusedStreams extends ChannelInboundHandlerAdapter {
  /** Length of a frame: a header of nine bytes and an error code (RFC 9113, section 6.4). */
  private static final int RST_STREAM_LENGTH = 13;

  private static final int TYPE = 3;
  private static final int CODE = 9;

  private final int mostAtATime;
  private final int most;
  private final Duration window;
  private final LongSupplier nanoTime;

  /**
   * Creates a handler.
   *
   * @param mostAtATime maximum number of concurrent streams of a connection
   * @param most maximum number of refused streams in each window
   * @param nanoTime the time, as {@link System#nanoTime} tells it
   */
  RefusedStreams(int mostAtATime, int most, Duration window, LongSupplier nanoTime) {
    this.mostAtATime = mostAtATime;
    this.most = most;
    this.window = window;
    this.nanoTime = nanoTime;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object connection) {
    ((Channel) connection).pipeline().addFirst(new Installer());
    context.fireChannelRead(connection);
  }

  /** Returns whether a written object is a frame that refuses a stream. */
  private static boolean isRefusal(Object written) {
    return written instanceof ByteBuf bytes
        && bytes.readableBytes() == RST_STREAM_LENGTH
        && bytes.getByte(bytes.readerIndex() + TYPE) == Http2FrameTypes.RST_STREAM
        && bytes.getInt(bytes.readerIndex() + CODE) == Http2Error.REFUSED_STREAM.code();
  }

  /** Installs the counter when HTTP/2 begins, which is after the TLS handshake if there is one. */
  private final class Installer extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) throws Http2Exception {
      ChannelHandlerContext http2 = context.pipeline().context(Http2ConnectionHandler.class);
      if (http2 != null) {
        ((Http2ConnectionHandler) http2.handler())
            .connection()
            .remote()
            .maxActiveStreams(mostAtATime);
        context.pipeline().addBefore(http2.name(), null, new Counter(http2));
        context.pipeline().remove(this);
      }
      context.fireChannelRead(bytes);
    }
  }

  /** Counts refusals among the written frames, before they are encrypted. */
  private final class Counter extends ChannelOutboundHandlerAdapter {
    private final ChannelHandlerContext http2;
    private long windowStart = nanoTime.getAsLong();
    private int refused;

    Counter(ChannelHandlerContext http2) {
      this.http2 = http2;
    }

    @Override
    public void write(ChannelHandlerContext context, Object written, ChannelPromise promise) {
      boolean refusal = isRefusal(written);
      var unused = context.write(written, promise);
      if (refusal) {
        count();
      }
    }

    private void count() {
      long now = nanoTime.getAsLong();
      if (now - windowStart > window.toNanos()) {
        windowStart = now;
        refused = 0;
      }
      if (++refused == most + 1) {
        ((Http2ConnectionHandler) http2.handler())
            .onError(
                http2,
                true,
                Http2Exception.connectionError(
                    Http2Error.ENHANCE_YOUR_CALM, "too many refused streams"));
      }
    }
  }
}
