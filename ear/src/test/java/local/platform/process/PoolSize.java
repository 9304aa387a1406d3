package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;

/** Checks how many writes get a connection at the same time, and that reads have others. */
final class PoolSize {
  private PoolSize() {}

  static void check(OnMySql running, int size) throws Exception {
    ExecutorService executor = Executors.newCachedThreadPool();
    try {
      PlatformClient owner = running.server().owner();
      String uid = owner.createGroup(owner.organization(), "locked");
      String path = "/iam/v2/groups/" + uid;
      List<Future<Reply>> waiting = new ArrayList<>();
      try (GroupLock lock = GroupLock.take(running.mySql(), running.database(), uid)) {
        int writers = size * 3 / 4;
        for (int i = 0; i < writers; i++) {
          assertThat(owner.get(path).status()).isEqualTo(200);
          String name = "{\"name\": \"writer " + i + "\"}";
          waiting.add(executor.submit(() -> owner.patch(path, name)));
          lock.awaitWaiting(i + 1);
        }
        Reply oneTooMany = owner.patch(path, "{\"name\": \"one too many\"}");
        assertThat(oneTooMany.status()).as(oneTooMany.text()).isEqualTo(503);
        assertThat(oneTooMany.header("Retry-After")).isPresent();
        assertThat(owner.get(path).status()).isEqualTo(200);
        String metrics = owner.get("/metrics").text();
        assertThat(metrics)
            .containsPattern("platform_db_connections_active\\{[^}]*\\} " + writers + "(\\.0)?\n")
            .containsPattern("platform_db_connections_limit\\{[^}]*\\} " + size + "(\\.0)?\n");
      }
      for (Future<Reply> writer : waiting) {
        assertThat(writer.get().status()).isEqualTo(200);
      }
      assertThat(owner.get(path).status()).isEqualTo(200);
      assertThat(owner.get("/metrics").text())
          .containsPattern("platform_db_connections_active\\{[^}]*\\} 0(\\.0)?\n");
    } finally {
      executor.shutdownNow();
    }
  }
}
