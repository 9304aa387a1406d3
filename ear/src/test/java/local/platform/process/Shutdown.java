package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.Dialect;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.db.testing.MySqlServer;

/** Checks the shutdown of a server with requests in progress. */
final class Shutdown {
  private Shutdown() {}

  static void check(OnMySql running) throws Exception {
    MySqlServer mySql = running.mySql();
    DatabaseSettings database = running.database();
    PlatformProcess server = running.server();
    GrpcServer grpc = running.grpc();
    ExecutorService executor = Executors.newCachedThreadPool();
    try {
      PlatformClient owner = server.owner();
      PlatformClient overGrpc = owner.in(Dialect.GRPC_V2, grpc);
      String uid = owner.createGroup(owner.organization(), "in flight");
      String other = overGrpc.createGroup(owner.organization(), "in flight too");
      Iterator<HealthCheckResponse> health =
          HealthGrpc.newBlockingStub(grpc.channel()).watch(HealthCheckRequest.getDefaultInstance());
      assertThat(health.next().getStatus()).isEqualTo(ServingStatus.SERVING);
      Future<Reply> inFlight;
      Future<Reply> inFlightOverGrpc;
      try (GroupLock lock = GroupLock.take(mySql, database, uid);
          GroupLock otherLock = GroupLock.take(mySql, database, other)) {
        inFlight =
            executor.submit(
                () -> owner.patch("/iam/v2/groups/" + uid, "{\"description\": \"done\"}"));
        lock.awaitWaiting(1);
        inFlightOverGrpc =
            executor.submit(
                () -> overGrpc.patch("/iam/v2/groups/" + other, "{\"description\": \"done\"}"));
        otherLock.awaitWaiting(2);

        server.terminate();
        while (owner.isReady()) {
          assertThat(inFlight.isDone()).isFalse();
        }
        assertThat(health.next().getStatus()).isEqualTo(ServingStatus.NOT_SERVING);
        assertThat(owner.get("/health/ready").status()).isEqualTo(503);
        Reply read = owner.get("/iam/v2/groups/" + uid);
        assertThat(read.status()).as(read.text()).isEqualTo(200);
        assertThat(overGrpc.get("/iam/v2/groups/" + uid).status()).isEqualTo(200);
        assertThat(inFlight.isDone()).isFalse();
        assertThat(inFlightOverGrpc.isDone()).isFalse();
      }
      for (Future<Reply> each : List.of(inFlight, inFlightOverGrpc)) {
        Reply reply = each.get();
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(reply.json().path("description").asText()).isEqualTo("done");
      }
      assertThatExceptionOfType(StatusRuntimeException.class)
          .isThrownBy(health::next)
          .withMessageStartingWith("UNAVAILABLE")
          .withMessageContaining("the server is shutting down");
      server.awaitEnd();
    } finally {
      executor.shutdownNow();
    }
  }
}
