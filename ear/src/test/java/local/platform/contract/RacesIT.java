package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.group;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two clients at once. Thousands of rounds more run in {@code ejb}, on the services alone. */
@Deployment.Test
class RacesIT {
  private static final int ROUNDS = 250;

  private final PlatformClient client;
  private final ExecutorService executor = Executors.newFixedThreadPool(2);

  RacesIT(PlatformClient client) {
    this.client = client;
  }

  @AfterEach
  void shutDown() {
    executor.shutdownNow();
  }

  @Test
  void aGroupIsDeletedOrGetsAChildButNotBoth() throws Exception {
    String organization = client.createOrganization("races");
    int deleted = 0;
    for (int i = 0; i < ROUNDS; i++) {
      String parent = client.createGroup(organization, "parent");
      List<Reply> replies =
          together(
              () -> client.delete("/iam/v2/groups/" + parent),
              () -> client.post("/iam/v2/groups/" + parent, group("child", "")));
      Reply delete = replies.get(0);
      Reply create = replies.get(1);

      if (delete.status() == 200) {
        deleted++;
        assertThat(create.status()).as(create.text()).isEqualTo(404);
        assertThat(client.get("/iam/v2/groups/" + parent).status()).isEqualTo(404);
      } else {
        assertThat(delete.status()).as(delete.text()).isEqualTo(400);
        assertThat(create.status()).as(create.text()).isEqualTo(200);
        assertThat(client.get("/iam/v2/groups/" + create.uid()).status()).isEqualTo(200);
      }
    }
    assertThat(deleted).as("rounds that the deletion won").isBetween(1, ROUNDS - 1);
  }

  @Test
  void noUpdateIsLost() throws Exception {
    String path = "/iam/v2/groups/" + client.createOrganization("races");
    for (int i = 0; i < ROUNDS; i++) {
      String name = "name " + i;
      String description = "description " + i;
      List<Reply> replies =
          together(
              () -> client.patch(path, "{\"name\": \"" + name + "\"}"),
              () -> client.patch(path, "{\"description\": \"" + description + "\"}"));

      assertThat(replies).allSatisfy(reply -> assertThat(reply.status()).isEqualTo(200));
      assertThat(client.get(path).json().path("name").asText()).isEqualTo(name);
      assertThat(client.get(path).json().path("description").asText()).isEqualTo(description);
    }
  }

  @Test
  void ofTwoWritersThatSawTheSameVersionOneWins() throws Exception {
    String path = "/iam/v2/groups/" + client.createOrganization("races");
    for (int i = 0; i < ROUNDS; i++) {
      Map<String, String> ifMatch =
          Map.of("If-Match", client.get(path).header("ETag").orElseThrow());
      String one = "{\"name\": \"one " + i + "\"}";
      String two = "{\"name\": \"two " + i + "\"}";
      List<Reply> replies =
          together(
              () -> client.send("PATCH", path, one, ifMatch),
              () -> client.send("PATCH", path, two, ifMatch));

      assertThat(replies).extracting(Reply::status).containsExactlyInAnyOrder(200, 412);
    }
  }

  private List<Reply> together(Callable<Reply> first, Callable<Reply> second) throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    Future<Reply> one =
        executor.submit(
            () -> {
              start.await();
              return first.call();
            });
    Future<Reply> two =
        executor.submit(
            () -> {
              start.await();
              return second.call();
            });
    return List.of(one.get(), two.get());
  }
}
