package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.testing.MySqlServer;
import local.platform.db.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShutdownIT {
  @ParameterizedTest
  @EnumSource
  void readinessEndsFirstAndWhatIsInFlightFinishes(Packaging packaging) throws Exception {
    TestDatabase.requireMySql();
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try (MySqlServer mySql = MySqlServer.start()) {
      DatabaseSettings database = mySql.createDatabase();
      try (PlatformProcess server =
          PlatformProcess.in(packaging, "shutdown-" + packaging)
              .empty()
              .quickStart()
              .on(database)
              .start()) {
        PlatformClient owner = server.owner();
        String uid = owner.createGroup(owner.organization(), "in flight");
        Future<Reply> inFlight;
        try (GroupLock lock = GroupLock.take(mySql, database, uid)) {
          inFlight =
              executor.submit(
                  () -> owner.patch("/iam/v2/groups/" + uid, "{\"description\": \"done\"}"));
          lock.awaitWaiting(1);

          server.terminate();
          while (owner.isReady()) {
            assertThat(inFlight.isDone()).isFalse();
          }
          assertThat(owner.get("/health/ready").status()).isEqualTo(503);
          assertThat(owner.get("/iam/v2/groups/" + uid).status()).isEqualTo(200);
          assertThat(inFlight.isDone()).isFalse();
        }
        Reply reply = inFlight.get();
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(reply.json().path("description").asText()).isEqualTo("done");
        server.awaitEnd();
      }
    } finally {
      executor.shutdownNow();
    }
  }
}
