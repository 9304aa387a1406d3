package local.platform.web.grpc;

import com.google.protobuf.Empty;
import com.google.protobuf.Message;
import io.grpc.HandlerRegistry;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.protobuf.ProtoUtils;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import local.platform.web.endpoint.ServiceMethods;
import org.jspecify.annotations.Nullable;

/** Builds gRPC services from the methods that the web modules serve. */
final class GrpcServices {
  /** Does not parse requests: that happens after their sender is authenticated. */
  private static final Marshaller<ReceivedMessage> REQUESTS =
      new Marshaller<>() {
        @Override
        public InputStream stream(ReceivedMessage message) {
          throw new UnsupportedOperationException("a server sends no requests");
        }

        @Override
        public ReceivedMessage parse(InputStream stream) {
          return ReceivedMessage.read(stream);
        }
      };

  /** Writes any message. The prototype message matters only for parsing. */
  private static final Marshaller<Message> ANSWERS =
      ProtoUtils.marshaller(Empty.getDefaultInstance());

  private final GrpcCalls calls;

  GrpcServices(GrpcCalls calls) {
    this.calls = calls;
  }

  /** Returns a service under each of its names; an empty list if it is not available over gRPC. */
  List<ServerServiceDefinition> definitions(ServiceMethods methods, List<String> packageAliases) {
    if (!methods.isOnGrpc()) {
      return List.of();
    }
    return ServiceNames.of(methods.names(), packageAliases).stream()
        .map(name -> definition(methods, name))
        .toList();
  }

  private ServerServiceDefinition definition(ServiceMethods methods, String serviceName) {
    Optional<String> version = methods.version().nameIn(serviceName);
    List<ServerMethodDefinition<ReceivedMessage, Message>> definitions =
        methods
            .all()
            .map(
                method ->
                    definition(
                        MethodDescriptor.generateFullMethodName(
                            serviceName, method.descriptor().getName()),
                        calls.handler(method, version)))
            .toList();
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(serviceName)
            .setSchemaDescriptor(Descriptions.of(methods.service(), serviceName));
    definitions.forEach(definition -> descriptor.addMethod(definition.getMethodDescriptor()));
    ServerServiceDefinition.Builder service = ServerServiceDefinition.builder(descriptor.build());
    definitions.forEach(service::addMethod);
    return service.build();
  }

  private static ServerMethodDefinition<ReceivedMessage, Message> definition(
      String fullName, ServerCallHandler<ReceivedMessage, Message> handler) {
    return ServerMethodDefinition.create(
        MethodDescriptor.<ReceivedMessage, Message>newBuilder()
            .setType(MethodType.UNARY)
            .setFullMethodName(fullName)
            .setRequestMarshaller(REQUESTS)
            .setResponseMarshaller(ANSWERS)
            .build(),
        handler);
  }

  /**
   * Returns the registry for methods that do not exist; as with REST, only clients with a token
   * learn that.
   */
  HandlerRegistry unknown() {
    return new HandlerRegistry() {
      @Override
      public ServerMethodDefinition<?, ?> lookupMethod(
          String fullName, @Nullable String authority) {
        return definition(fullName, calls.unknown());
      }
    };
  }
}
