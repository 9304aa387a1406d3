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

/** The threads that accept connections, read calls and write answers. They never block. */
final class NetworkThreads {
  private final EventLoopGroup eventLoops;

  /**
   * Creates half as many threads as there are processors. They do about a quarter of the work of a
   * call, and a few busy threads cost less than many that sleep and have to be woken for each call.
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
   * Makes a server use these threads.
   *
   * @param accepted handles each new connection
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

  /** Stops the threads, after the servers that use them, and waits for that. */
  void stop(Duration patience) throws InterruptedException {
    eventLoops
        .shutdownGracefully(0, patience.toMillis(), TimeUnit.MILLISECONDS)
        .await(patience.toMillis());
  }
}
