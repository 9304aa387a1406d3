package local.platform.web.grpc;

import com.google.protobuf.Any;
import io.grpc.StatusException;
import io.grpc.protobuf.StatusProto;
import local.platform.error.PlatformException;
import local.platform.web.error.ErrorStatus;

/** Errors on gRPC: the {@code google.rpc.Status} in {@code grpc-status-details-bin}. */
final class GrpcStatus {
  private GrpcStatus() {}

  /** An error with its status and trailers. */
  static StatusException of(PlatformException error, String serviceDomain) {
    ErrorStatus status = ErrorStatus.of(error, serviceDomain);
    com.google.rpc.Status.Builder message =
        com.google.rpc.Status.newBuilder().setCode(status.code()).setMessage(status.message());
    status.details().forEach(detail -> message.addDetails(Any.pack(detail)));
    return StatusProto.toStatusException(message.build());
  }
}
