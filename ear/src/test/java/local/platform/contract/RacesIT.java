package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.group;
import static local.platform.contract.testing.PlatformClient.roleBinding;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sends requests of two clients at the same time. In {@code ejb} more of these run on the services
 * alone.
 */
@Deployment.Test
@Tag("database")
@Tag("group")
class RacesIT {
  private static final int ROUNDS = 40;

  /** Each round begins with a new organization. */
  private static final int OWNER_ROUNDS = 20;

  /** The delay changes by this much in each round, so that either client wins in some of them. */
  private static final long DELAY_STEP = 500_000;

  private static final String OWNER = BuiltInRole.OWNER.uid().value();

  private final PlatformClient client;
  private final ExecutorService executor = Executors.newFixedThreadPool(2);

  /** By how much the second client is later than the first, in nanoseconds; negative: earlier. */
  private long delay;

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

      delay += delete.status() == 200 ? -DELAY_STEP : DELAY_STEP;
      if (delete.status() == 200) {
        deleted++;
        assertThat(create.status()).as("round %d: %s", i, create.text()).isEqualTo(404);
        assertThat(client.get("/iam/v2/groups/" + parent).status()).isEqualTo(404);
      } else {
        assertThat(delete.status()).as("round %d: %s", i, delete.text()).isEqualTo(400);
        assertThat(create.status()).as("round %d: %s", i, create.text()).isEqualTo(200);
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

      assertThat(replies).as("round %d", i).extracting(Reply::status).containsOnly(200);
      assertThat(client.get(path).json().path("name").asText()).as("round %d", i).isEqualTo(name);
      assertThat(client.get(path).json().path("description").asText())
          .as("round %d", i)
          .isEqualTo(description);
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

      assertThat(replies)
          .as("round %d", i)
          .extracting(Reply::status)
          .containsExactlyInAnyOrder(200, 412);
    }
  }

  @Test
  void ofTwoOwnersWhoRemoveEachOtherOneStays() throws Exception {
    String organization = client.createOrganization("races");
    String identity = client.createIdentity(organization);
    String home = client.createOrganization("home");
    PlatformClient one = client.as(identity);
    for (int i = 0; i < OWNER_ROUNDS; i++) {
      String contested = one.createOrganization("contested");
      String first =
          one.get("/iam/v2/roleBindings?group=" + contested).json().findPath("uid").asText();
      String other = client.createIdentity(home);
      String second = one.bind(contested, other, OWNER);
      PlatformClient two = client.as(other);

      List<Reply> replies =
          together(
              () -> one.delete("/iam/v2/roleBindings/" + second),
              () ->
                  two.patch(
                      "/iam/v2/roleBindings/" + first,
                      "{\"roleUid\": \"" + BuiltInRole.VIEWER.uid() + "\"}"));

      delay += replies.get(0).status() == 200 ? -DELAY_STEP : DELAY_STEP;
      // The second is no longer an owner, or is the last one.
      assertThat(replies).as("round %d", i).filteredOn(reply -> reply.status() == 200).hasSize(1);
      Reply refused = replies.get(replies.get(0).status() == 200 ? 1 : 0);
      assertThat(refused.status()).as(refused.text()).isIn(400, 403);
      assertThat(one.get("/iam/v2/groups/" + contested).status()).isEqualTo(200);
      PlatformClient owner = replies.get(0).status() == 200 ? one : two;
      assertThat(owner.createGroup(contested, "child")).isNotEmpty();
    }
  }

  @Test
  void aRoleIsDeletedOrBoundButNotBoth() throws Exception {
    String organization = client.createOrganization("races");
    String identity = client.createIdentity(organization);
    int deleted = 0;
    for (int i = 0; i < ROUNDS; i++) {
      String role = client.createRole(organization, "role " + i, "CAP_REPO_LIST");
      List<Reply> replies =
          together(
              () -> client.delete("/iam/v2/roles/" + role),
              () ->
                  client.post("/iam/v2/roleBindings/" + organization, roleBinding(identity, role)));
      Reply delete = replies.get(0);
      Reply bind = replies.get(1);

      delay += delete.status() == 200 ? -DELAY_STEP : DELAY_STEP;
      if (delete.status() == 200) {
        deleted++;
        assertThat(bind.status()).as("round %d: %s", i, bind.text()).isEqualTo(400);
        assertThat(bind.violations()).containsExactly("roleUid");
      } else {
        assertThat(delete.obstacle()).isEqualTo("RESOURCE_IN_USE");
        assertThat(bind.status()).as("round %d: %s", i, bind.text()).isEqualTo(200);
        assertThat(client.get("/iam/v2/roleBindings/" + bind.uid()).status()).isEqualTo(200);
      }
    }
    assertThat(deleted).as("rounds that the deletion won").isBetween(1, ROUNDS - 1);
  }

  @Test
  void anIdentityThatIsDeletedHasNoBindingLeft() throws Exception {
    String organization = client.createOrganization("races");
    for (int i = 0; i < ROUNDS; i++) {
      String identity = client.createIdentity(organization);
      List<Reply> replies =
          together(
              () -> client.delete("/iam/v2/identities/" + identity),
              () ->
                  client.post(
                      "/iam/v2/roleBindings/" + organization,
                      roleBinding(identity, BuiltInRole.VIEWER.uid().value())));

      assertThat(replies.get(0).status()).as("round %d", i).isEqualTo(200);
      assertThat(replies.get(1).status()).as("round %d", i).isIn(200, 400);
      assertThat(
              client.get("/iam/v2/roleBindings?identity=" + identity).json().path("roleBindings"))
          .as("round %d", i)
          .isEmpty();
    }
  }

  @Test
  void whatCanBeThereOnceIsMadeOnce() throws Exception {
    String organization = client.createOrganization("races");
    for (int i = 0; i < ROUNDS; i++) {
      String identity = client.createIdentity(organization);
      String binding = roleBinding(identity, BuiltInRole.VIEWER.uid().value());
      String role = "{\"name\": \"role " + i + "\", \"capabilities\": [\"CAP_REPO_LIST\"]}";

      assertThat(
              together(
                  () -> client.post("/iam/v2/roleBindings/" + organization, binding),
                  () -> client.post("/iam/v2/roleBindings/" + organization, binding)))
          .as("round %d", i)
          .extracting(Reply::status)
          .containsExactlyInAnyOrder(200, 409);
      assertThat(
              together(
                  () -> client.post("/iam/v2/roles/" + organization, role),
                  () -> client.post("/iam/v2/roles/" + organization, role)))
          .as("round %d", i)
          .extracting(Reply::status)
          .containsExactlyInAnyOrder(200, 409);
    }
  }

  private List<Reply> together(Callable<Reply> first, Callable<Reply> second) throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    Future<Reply> one =
        executor.submit(
            () -> {
              start.await();
              pause(-delay);
              return first.call();
            });
    Future<Reply> two =
        executor.submit(
            () -> {
              start.await();
              pause(delay);
              return second.call();
            });
    return List.of(one.get(), two.get());
  }

  private static void pause(long nanos) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      Thread.onSpinWait();
    }
  }
}
