package local.platform.web.grpc;

import com.google.protobuf.Empty;
import com.google.protobuf.InvalidProtocolBufferException;
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
import java.util.ArrayList;
import java.util.List;
import local.platform.authn.Authenticated;
import local.platform.error.FieldViolations;
import local.platform.error.PlatformException;
import local.platform.resource.VersionCondition;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.FieldMasks;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.ServiceMethods.CallerHandler;
import local.platform.web.endpoint.ServiceMethods.ServiceMethod;
import local.platform.web.endpoint.ServiceMethods.TokenHandler;
import local.platform.web.endpoint.TokenCall;
import local.platform.web.observability.OperationMetrics;
import org.jspecify.annotations.Nullable;

/** Makes gRPC services of the methods that the web modules serve. */
final class GrpcServices {
  /** Requests stay bytes until it is known who sends them. */
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

  /** Writes any message. The one that it is made with matters to reading alone. */
  private static final Marshaller<Message> ANSWERS =
      ProtoUtils.marshaller(Empty.getDefaultInstance());

  private final GrpcCalls calls;

  GrpcServices(GrpcCalls calls) {
    this.calls = calls;
  }

  /** A service under each of its names. */
  List<ServerServiceDefinition> definitions(ServiceMethods methods, List<String> packageAliases) {
    return ServiceNames.of(methods.names(), packageAliases).stream()
        .map(name -> definition(methods, name))
        .toList();
  }

  private ServerServiceDefinition definition(ServiceMethods methods, String serviceName) {
    List<ServerMethodDefinition<ReceivedMessage, Message>> definitions = new ArrayList<>();
    methods.served().forEach(method -> definitions.add(served(method, serviceName)));
    methods.unserved().forEach(method -> definitions.add(unserved(method, serviceName)));
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(serviceName)
            .setSchemaDescriptor(Descriptions.of(methods.service(), serviceName));
    definitions.forEach(definition -> descriptor.addMethod(definition.getMethodDescriptor()));
    ServerServiceDefinition.Builder service = ServerServiceDefinition.builder(descriptor.build());
    definitions.forEach(service::addMethod);
    return service.build();
  }

  private <Q extends Message> ServerMethodDefinition<ReceivedMessage, Message> served(
      ServiceMethod<Q> method, String serviceName) {
    return definition(
        MethodDescriptor.generateFullMethodName(serviceName, method.descriptor().getName()),
        handler(method));
  }

  private <Q extends Message> ServerCallHandler<ReceivedMessage, Message> handler(
      ServiceMethod<Q> method) {
    String operation = ServiceMethods.operation(method.descriptor());
    if (method.handler() instanceof CallerHandler<Q> handler) {
      return calls.forCallers(
          operation,
          (caller, bytes) -> handler.function().apply(call(caller), request(method, bytes)));
    }
    TokenHandler<Q> handler = (TokenHandler<Q>) method.handler();
    return calls.forTokens(
        operation,
        (token, bytes) ->
            handler
                .function()
                .apply(new TokenCall(token, new FieldViolations()), request(method, bytes)));
  }

  private static Call call(Authenticated authenticated) {
    return new Call(
        authenticated.caller(), authenticated.token(), VersionCondition.ANY, new FieldViolations());
  }

  private static <Q extends Message> Q request(ServiceMethod<Q> method, byte[] bytes) {
    try {
      @SuppressWarnings("unchecked") // the parser of a message makes such messages
      Q request = (Q) method.request().getParserForType().parseFrom(bytes);
      return FieldMasks.withDefaultMask(request, method.descriptor());
    } catch (InvalidProtocolBufferException e) {
      throw PlatformException.invalidArgument(
          "body", "is no " + method.descriptor().getInputType().getFullName());
    }
  }

  private ServerMethodDefinition<ReceivedMessage, Message> unserved(
      com.google.protobuf.Descriptors.MethodDescriptor method, String serviceName) {
    return unserved(
        MethodDescriptor.generateFullMethodName(serviceName, method.getName()),
        ServiceMethods.operation(method),
        method.getName());
  }

  private ServerMethodDefinition<ReceivedMessage, Message> unserved(
      String fullName, String operation, String text) {
    return definition(
        fullName,
        calls.forCallers(
            operation,
            (caller, bytes) -> {
              throw PlatformException.unimplemented(text);
            }));
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

  /** What answers calls of methods that do not exist: as with REST, only whoever has a token. */
  HandlerRegistry unknown() {
    return new HandlerRegistry() {
      @Override
      public ServerMethodDefinition<?, ?> lookupMethod(
          String fullName, @Nullable String authority) {
        return unserved(fullName, OperationMetrics.NO_OPERATION, "this method");
      }
    };
  }
}
