package local.platform.web.grpc;

import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The threads that accept connections, read calls from them and write answers to them. Nothing in
 * them waits.
 */
final class NetworkThreads {
  private final EventLoopGroup eventLoops;

  /**
   * Makes half as many threads as there are processors. They do about a quarter of the work of a
   * call, and fewer that are busy cost less than more that fall asleep and are woken for each call.
   */
  NetworkThreads() {
    int count = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    ThreadFactory factory = new DefaultThreadFactory("grpc-network", true);
    eventLoops =
        new MultiThreadIoEventLoopGroup(
            count,
            factory,
            Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  }

  /**
   * Lets a server use them.
   *
   * @param accepted sees each new connection
   */
  void serve(NettyServerBuilder server, ChannelHandler accepted) {
    server
        .channelFactory(
            () -> {
              ServerChannel channel =
                  Epoll.isAvailable()
                      ? new EpollServerSocketChannel()
                      : new NioServerSocketChannel();
              channel.pipeline().addLast(accepted);
              return channel;
            })
        .bossEventLoopGroup(eventLoops)
        .workerEventLoopGroup(eventLoops);
  }

  /** Ends them, when no server uses them any more, and waits this long for that. */
  void stop(Duration patience) throws InterruptedException {
    eventLoops
        .shutdownGracefully(0, patience.toMillis(), TimeUnit.MILLISECONDS)
        .await(patience.toMillis());
  }
}
