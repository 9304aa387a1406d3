package local.platform.contract.testing;

import com.google.api.AnnotationsProto;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.EmptyProto;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.FieldMaskProto;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TimestampProto;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the services of a server by reflection. */
public final class GrpcReflection {
  /** The newer version of the service. */
  static final String V1 = "grpc.reflection.v1.ServerReflection";

  /** The older version of the service, whose messages are the same. */
  static final String V1_ALPHA = "grpc.reflection.v1alpha.ServerReflection";

  private static final long TIMEOUT_SECONDS = 30;
  private static final ExtensionRegistry OPTIONS = ExtensionRegistry.newInstance();

  /** The files that need not be read. */
  private static final Map<String, FileDescriptor> KNOWN =
      Stream.of(
              AnnotationsProto.getDescriptor(),
              EmptyProto.getDescriptor(),
              FieldMaskProto.getDescriptor(),
              TimestampProto.getDescriptor())
          .collect(Collectors.toMap(FileDescriptor::getName, Function.identity()));

  static {
    OPTIONS.add(AnnotationsProto.http);
  }

  private final Channel channel;
  private final MethodDescriptor<ServerReflectionRequest, ServerReflectionResponse> asking;
  private final Map<String, FileDescriptor> files = new HashMap<>(KNOWN);
  private final Map<String, ServiceDescriptor> services = new HashMap<>();

  GrpcReflection(Channel channel, String service) {
    this.channel = channel;
    this.asking =
        ServerReflectionGrpc.getServerReflectionInfoMethod().toBuilder()
            .setFullMethodName(
                MethodDescriptor.generateFullMethodName(service, "ServerReflectionInfo"))
            .build();
  }

  /** Returns the full names of all services. */
  public List<String> serviceNames() {
    return ask(ServerReflectionRequest.newBuilder().setListServices("").build())
        .getListServicesResponse()
        .getServiceList()
        .stream()
        .map(ServiceResponse::getName)
        .toList();
  }

  /**
   * Returns a service.
   *
   * @throws IllegalArgumentException if there is no such service
   */
  public synchronized ServiceDescriptor service(String fullName) {
    return services.computeIfAbsent(
        fullName,
        name ->
            file(ServerReflectionRequest.newBuilder().setFileContainingSymbol(name).build())
                .getServices()
                .stream()
                .filter(service -> service.getFullName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no service " + name)));
  }

  /**
   * Returns a method of one of our services, such as {@code
   * platform.iam.v2.GroupsService/GetGroup}.
   */
  public com.google.protobuf.Descriptors.MethodDescriptor method(String fullName) {
    String[] parts = fullName.split("/", 2);
    return service(parts[0]).findMethodByName(parts[1]);
  }

  private FileDescriptor file(ServerReflectionRequest request) {
    ServerReflectionResponse response = ask(request);
    if (response.hasErrorResponse()) {
      throw new IllegalArgumentException(response.getErrorResponse().toString());
    }
    // The file comes first, and its dependencies may follow.
    Map<String, FileDescriptorProto> sent = new HashMap<>();
    String first = "";
    for (ByteString bytes : response.getFileDescriptorResponse().getFileDescriptorProtoList()) {
      FileDescriptorProto proto = parse(bytes);
      sent.put(proto.getName(), proto);
      first = first.isEmpty() ? proto.getName() : first;
    }
    return build(first, sent);
  }

  private FileDescriptor build(String name, Map<String, FileDescriptorProto> sent) {
    FileDescriptor built = files.get(name);
    if (built != null) {
      return built;
    }
    FileDescriptorProto proto = sent.get(name);
    if (proto == null) {
      return file(ServerReflectionRequest.newBuilder().setFileByFilename(name).build());
    }
    FileDescriptor[] dependencies =
        proto.getDependencyList().stream()
            .map(dependency -> build(dependency, sent))
            .toArray(FileDescriptor[]::new);
    try {
      FileDescriptor file = FileDescriptor.buildFrom(proto, dependencies);
      files.put(name, file);
      return file;
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(name + " is described wrongly", e);
    }
  }

  private static FileDescriptorProto parse(ByteString bytes) {
    try {
      return FileDescriptorProto.parseFrom(bytes, OPTIONS);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("no file of protos", e);
    }
  }

  private ServerReflectionResponse ask(ServerReflectionRequest request) {
    CompletableFuture<ServerReflectionResponse> answer = new CompletableFuture<>();
    StreamObserver<ServerReflectionRequest> requests =
        ClientCalls.asyncBidiStreamingCall(
            channel.newCall(asking, CallOptions.DEFAULT),
            new StreamObserver<>() {
              @Override
              public void onNext(ServerReflectionResponse response) {
                answer.complete(response);
              }

              @Override
              public void onError(Throwable thrown) {
                answer.completeExceptionally(thrown);
              }

              @Override
              public void onCompleted() {
                answer.completeExceptionally(new IllegalStateException("no answer"));
              }
            });
    requests.onNext(request);
    requests.onCompleted();
    try {
      return answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("reflection failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
