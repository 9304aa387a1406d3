package local.platform.bench;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;

/**
 * A gRPC server that is called with bytes.
 *
 * @param port its port on loopback
 * @param token the bearer token to send; empty for none
 */
record GrpcBytes(int port, String token) {

  /** Returns the URL of a method, such as {@code bench.Baseline/PointSelect}. */
  String url(String method) {
    return "http://127.0.0.1:" + port + "/" + method;
  }

  /** Calls a method once. */
  byte[] call(String method, byte[] request) {
    Metadata headers = new Metadata();
    if (!token.isEmpty()) {
      headers.put(
          Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
    }
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", port)
            .usePlaintext()
            .intercept(MetadataUtils.newAttachHeadersInterceptor(headers))
            .build();
    try {
      return ClientCalls.blockingUnaryCall(
          channel,
          MethodDescriptor.newBuilder(BytesMarshaller.INSTANCE, BytesMarshaller.INSTANCE)
              .setType(MethodType.UNARY)
              .setFullMethodName(method)
              .build(),
          CallOptions.DEFAULT,
          request);
    } finally {
      channel.shutdownNow();
    }
  }
}
