package local.platform.contract.testing;

import com.google.protobuf.DynamicMessage;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Connects to the gRPC listener of a server and reads its services by reflection. Nothing is
 * generated from protos here.
 */
public final class GrpcServer implements AutoCloseable {
  /** The key of the bearer token. */
  public static final Metadata.Key<String> AUTHORIZATION = key("authorization");

  private static final int TIMEOUT_SECONDS = 60;

  private final ManagedChannel channel;
  private final GrpcReflection reflection;
  private final GrpcReflection olderReflection;
  private @Nullable GrpcRoutes routes;

  private GrpcServer(ManagedChannel channel) {
    this.channel = channel;
    this.reflection = new GrpcReflection(channel, GrpcReflection.V1);
    this.olderReflection = new GrpcReflection(channel, GrpcReflection.V1_ALPHA);
  }

  /** Connects to a port of this host, in plain text. */
  public static GrpcServer at(int port) {
    return at("127.0.0.1", port);
  }

  /** Connects to an address, in plain text. */
  public static GrpcServer at(String host, int port) {
    return new GrpcServer(NettyChannelBuilder.forAddress(host, port).usePlaintext().build());
  }

  /** Connects to an address, over TLS with a self-signed certificate. */
  public static GrpcServer overTls(String host, int port, Path certificate) throws SSLException {
    return new GrpcServer(
        NettyChannelBuilder.forAddress(host, port)
            .sslContext(GrpcSslContexts.forClient().trustManager(certificate.toFile()).build())
            .build());
  }

  /** Returns a key of textual metadata. */
  public static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }

  /** Returns metadata with a bearer token; none if the token is empty. */
  public static Metadata bearer(String token) {
    Metadata metadata = new Metadata();
    if (!token.isEmpty()) {
      metadata.put(AUTHORIZATION, "Bearer " + token);
    }
    return metadata;
  }

  /** Returns the connection. */
  public Channel channel() {
    return channel;
  }

  /** Returns the services of the server, which are read once. */
  public GrpcReflection reflection() {
    return reflection;
  }

  /** Returns the same by the older version of reflection. */
  public GrpcReflection olderReflection() {
    return olderReflection;
  }

  /** Returns the routes of our services, each by its first name. */
  synchronized GrpcRoutes routes() {
    if (routes == null) {
      routes =
          GrpcRoutes.of(
              reflection.serviceNames().stream()
                  .filter(name -> name.startsWith("platform.") && !name.contains(".v2beta1."))
                  .flatMap(name -> reflection.service(name).getMethods().stream()));
    }
    return routes;
  }

  /**
   * An answer.
   *
   * @param status the status at the end
   * @param headers metadata before the message; empty if there was none
   * @param trailers metadata at the end
   * @param message the message; empty unless the status is OK
   */
  public record Answer(
      Status status, Metadata headers, Metadata trailers, Optional<DynamicMessage> message) {}

  /** Calls a method by a name of its service. */
  public Answer call(
      String service,
      com.google.protobuf.Descriptors.MethodDescriptor method,
      DynamicMessage request,
      Metadata metadata) {
    return call(method(service, method), request, metadata, CallOptions.DEFAULT);
  }

  /** Calls a method and waits for its end, for a limited time. */
  public <Q> Answer call(
      MethodDescriptor<Q, DynamicMessage> method,
      Q request,
      Metadata metadata,
      CallOptions options) {
    AtomicReference<Metadata> headers = new AtomicReference<>();
    AtomicReference<Metadata> trailers = new AtomicReference<>();
    Channel capturing =
        ClientInterceptors.intercept(
            channel,
            MetadataUtils.newAttachHeadersInterceptor(metadata),
            MetadataUtils.newCaptureMetadataInterceptor(headers, trailers));
    try {
      CallOptions bounded =
          options.getDeadline() == null
              ? options.withDeadlineAfter(TIMEOUT_SECONDS, TimeUnit.SECONDS)
              : options;
      DynamicMessage message = ClientCalls.blockingUnaryCall(capturing, method, bounded, request);
      return new Answer(Status.OK, orNone(headers), orNone(trailers), Optional.of(message));
    } catch (StatusRuntimeException e) {
      return new Answer(e.getStatus(), orNone(headers), orNone(trailers), Optional.empty());
    }
  }

  private static Metadata orNone(AtomicReference<Metadata> metadata) {
    return Optional.ofNullable(metadata.get()).orElseGet(Metadata::new);
  }

  /** Returns a method by a name of its service, for calls that are made in other ways. */
  public static MethodDescriptor<DynamicMessage, DynamicMessage> method(
      String service, com.google.protobuf.Descriptors.MethodDescriptor method) {
    return MethodDescriptor.<DynamicMessage, DynamicMessage>newBuilder()
        .setType(MethodType.UNARY)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(service, method.getName()))
        .setRequestMarshaller(
            ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(method.getInputType())))
        .setResponseMarshaller(
            ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(method.getOutputType())))
        .build();
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
