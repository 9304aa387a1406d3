package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
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
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The pool is the application server's; its size comes from our configuration. */
@Isolated("must be faster than a lock is waited for")
class PoolSizeIT {
  private static final int SIZE = 3;

  @ParameterizedTest
  @EnumSource
  void thePoolIsAsLargeAsTheEnvironmentSays(Packaging packaging) throws Exception {
    TestDatabase.requireMySql();
    ExecutorService executor = Executors.newCachedThreadPool();
    try (MySqlServer mySql = MySqlServer.start()) {
      DatabaseSettings database = mySql.createDatabase();
      try (PlatformProcess server =
          PlatformProcess.in(packaging, "pool-" + packaging)
              .empty()
              .quickStart()
              .on(database)
              .with("PLATFORM_DB_POOL_SIZE", String.valueOf(SIZE))
              .start()) {
        PlatformClient owner = server.owner();
        String uid = owner.createGroup(owner.organization(), "locked");
        String path = "/iam/v2/groups/" + uid;
        List<Future<Reply>> waiting = new ArrayList<>();
        try (GroupLock lock = GroupLock.take(mySql, database, uid)) {
          for (int i = 0; i < SIZE; i++) {
            assertThat(owner.get(path).status()).isEqualTo(200);
            String name = "{\"name\": \"writer " + i + "\"}";
            waiting.add(executor.submit(() -> owner.patch(path, name)));
            lock.awaitWaiting(i + 1);
          }
          Reply oneTooMany = owner.get(path);
          assertThat(oneTooMany.status()).as(oneTooMany.text()).isEqualTo(503);
          assertThat(oneTooMany.header("Retry-After")).isPresent();
          String metrics = owner.get("/metrics").text();
          assertThat(metrics)
              .containsPattern("platform_db_connections_active\\{[^}]*\\} " + SIZE + "(\\.0)?\n")
              .containsPattern("platform_db_connections_limit\\{[^}]*\\} " + SIZE + "(\\.0)?\n");
        }
        for (Future<Reply> writer : waiting) {
          assertThat(writer.get().status()).isEqualTo(200);
        }
        assertThat(owner.get(path).status()).isEqualTo(200);
        assertThat(owner.get("/metrics").text())
            .containsPattern("platform_db_connections_active\\{[^}]*\\} 0(\\.0)?\n");
      }
    } finally {
      executor.shutdownNow();
    }
  }
}
