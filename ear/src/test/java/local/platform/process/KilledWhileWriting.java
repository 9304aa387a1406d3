package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;

/**
 * Kills a server while many write to it: everything that it acknowledged must be there afterwards,
 * and what it did not answer can be sent again with its key.
 */
final class KilledWhileWriting {
  private static final int WRITERS = 8;
  private static final int WRITES_BEFORE_THE_KILL = 400;

  private KilledWhileWriting() {}

  /**
   * The outcome of the writes.
   *
   * @param parent the group in which groups were created
   * @param acknowledged the description of each group by its uid, empty if it was deleted
   * @param unanswered the names of the groups whose creation was not answered, which are the keys
   *     of these requests
   */
  record Written(String parent, Map<String, String> acknowledged, Set<String> unanswered) {}

  /** Writes to a group and kills the server. */
  static Written writeUntilKilled(PlatformProcess server, PlatformClient client, String parent)
      throws Exception {
    Map<String, String> acknowledged = new ConcurrentHashMap<>();
    Set<String> unanswered = ConcurrentHashMap.newKeySet();
    CountDownLatch enough = new CountDownLatch(WRITES_BEFORE_THE_KILL);
    ExecutorService executor = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Future<Optional<String>>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        Writer writer = new Writer(client, parent, acknowledged, unanswered, enough, new Random(i));
        writers.add(executor.submit(writer::write));
      }
      enough.await();
      server.kill();
      for (Future<Optional<String>> writer : writers) {
        // Nobody was told whether the write in progress was done when the server died.
        writer.get().ifPresent(acknowledged::remove);
      }
    } finally {
      executor.shutdownNow();
    }
    return new Written(parent, acknowledged, unanswered);
  }

  private static Reply create(PlatformClient client, String parent, String name) {
    return client.send(
        "POST",
        "/iam/v2/groups/" + parent,
        PlatformClient.group(name, ""),
        Map.of("Idempotency-Key", name));
  }

  /** Creates, changes and deletes groups until the server no longer answers. */
  private record Writer(
      PlatformClient client,
      String parent,
      Map<String, String> acknowledged,
      Set<String> unanswered,
      CountDownLatch enough,
      Random random) {

    /** Returns the uid of the group that the unanswered request was about, if it existed before. */
    Optional<String> write() {
      Optional<String> group = Optional.empty();
      try {
        while (true) {
          group = Optional.empty();
          String name = "written-" + UUID.randomUUID();
          unanswered.add(name);
          Reply created = create(client, parent, name);
          unanswered.remove(name);
          check(created);
          String uid = created.uid();
          acknowledged(uid, "none");
          group = Optional.of(uid);
          String path = "/iam/v2/groups/" + uid;
          int what = random.nextInt(3);
          if (what == 0) {
            String description = "changed " + random.nextInt();
            check(client.patch(path, "{\"description\": \"" + description + "\"}"));
            acknowledged(uid, description);
          } else if (what == 1) {
            check(client.delete(path));
            acknowledged(uid, "");
          }
        }
      } catch (UncheckedIOException e) {
        return group;
      }
    }

    private void acknowledged(String uid, String description) {
      acknowledged.put(uid, description);
      enough.countDown();
    }

    private static void check(Reply reply) {
      assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    }
  }

  static void assertKept(PlatformClient client, Written written) {
    for (String name : written.unanswered()) {
      Reply again = create(client, written.parent(), name);
      assertThat(again.status()).as(again.text()).isEqualTo(200);
      Reply found =
          client.get(
              "/iam/v2/groups"
                  + PlatformClient.query("uidp.children_of", written.parent(), "name", name));
      assertThat(found.json().path("groups").findValuesAsText("uid"))
          .as(found.text())
          .containsExactly(again.uid());
    }
    written
        .acknowledged()
        .forEach(
            (uid, description) -> {
              Reply reply = client.get("/iam/v2/groups/" + uid);
              assertThat(reply.status()).as(uid).isEqualTo(description.isEmpty() ? 404 : 200);
              if (!description.isEmpty()) {
                assertThat(reply.json().path("description").asText("none")).isEqualTo(description);
              }
            });
  }
}
