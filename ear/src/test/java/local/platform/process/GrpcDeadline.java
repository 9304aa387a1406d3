package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.PlatformClient;
import local.platform.db.testing.MySqlServer;

/**
 * Checks that a write that waits for a row is not committed when its client has stopped waiting.
 */
final class GrpcDeadline {
  private static final String GROUPS = "platform.iam.v2.GroupsService";
  private static final long DEADLINE_MILLIS = 1_500;

  /** How a client stops waiting. */
  private enum End {
    DEADLINE(Code.DEADLINE_EXCEEDED),
    CANCELLATION(Code.CANCELLED);

    private final Code code;

    End(Code code) {
      this.code = code;
    }
  }

  private GrpcDeadline() {}

  static void check(OnMySql running) throws Exception {
    MySqlServer mySql = running.mySql();
    DatabaseSettings database = running.database();
    GrpcServer grpc = running.grpc();
    for (End end : End.values()) {
      PlatformClient owner = running.server().owner();
      String uid = owner.createGroup(owner.organization(), "before");
      String before = owner.get("/iam/v2/groups/" + uid).text();
      try (GroupLock lock = GroupLock.take(mySql, database, uid)) {
        CompletableFuture<Status> ended = new CompletableFuture<>();
        ClientCall<DynamicMessage, DynamicMessage> call = rename(grpc, owner, uid, end, ended);
        lock.awaitWaiting(1);
        if (end == End.CANCELLATION) {
          call.cancel("the client has gone", null);
        }

        assertThat(ended.get(30, TimeUnit.SECONDS).getCode()).isEqualTo(end.code);
        awaitThatTheServerKnows(grpc, owner);
      }
      // The lock is free only after the write that waited for it.
      GroupLock.take(mySql, database, uid).close();
      assertThat(owner.get("/iam/v2/groups/" + uid).text()).as("%s", end).isEqualTo(before);
      String path = "/iam/v2/groups/" + uid;
      assertThat(owner.patch(path, "{\"name\": \"after\"}").status()).isEqualTo(200);
    }
  }

  private static ClientCall<DynamicMessage, DynamicMessage> rename(
      GrpcServer grpc, PlatformClient owner, String uid, End end, CompletableFuture<Status> ended) {
    MethodDescriptor method = grpc.reflection().method(GROUPS + "/UpdateGroup");
    DynamicMessage.Builder request = DynamicMessage.newBuilder(method.getInputType());
    var field = method.getInputType().findFieldByName("group");
    request.setField(
        field,
        DynamicMessage.newBuilder(field.getMessageType())
            .setField(field.getMessageType().findFieldByName("uid"), uid)
            .setField(field.getMessageType().findFieldByName("name"), "late")
            .build());
    CallOptions options =
        end == End.DEADLINE
            ? CallOptions.DEFAULT.withDeadlineAfter(DEADLINE_MILLIS, TimeUnit.MILLISECONDS)
            : CallOptions.DEFAULT;
    ClientCall<DynamicMessage, DynamicMessage> call =
        grpc.channel().newCall(GrpcServer.method(GROUPS, method), options);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            ended.complete(status);
          }
        },
        GrpcServer.bearer(owner.token()));
    call.request(1);
    call.sendMessage(request.build());
    call.halfClose();
    return call;
  }

  /**
   * Waits until the server knows that the call has ended: what it answers on the same connection
   * was read later.
   */
  private static void awaitThatTheServerKnows(GrpcServer grpc, PlatformClient owner) {
    HealthGrpc.newBlockingStub(grpc.channel()).check(HealthCheckRequest.getDefaultInstance());
    assertThat(owner.get("/iam/v2/groups").status()).isEqualTo(200);
  }
}
