package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.ImageDocument;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.SteadyCalls;
import local.platform.contract.testing.SteadyCalls.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Tests that uploads of images do not use up the 512 MiB of heap that the server has: it receives
 * four at a time, and refuses the others.
 */
@Deployment.Test
@Tag("any-database")
@Isolated("the others would be refused")
class LargeUploadsIT {
  private static final int CLIENTS = 8;
  private static final int CONTENT = 3_000_000;

  private final PlatformClient client;

  LargeUploadsIT(PlatformClient client) {
    this.client = client;
  }

  @Test
  void othersAreServedWhileManyUploadAtOnce() throws InterruptedException, ExecutionException {
    String repo = Resource.REPO.create(client, client.createOrganization("large"), "images");
    ImageDocument config =
        ImageDocument.config("amd64", "{\"User\":\"" + "ä".repeat(CONTENT / 2) + "\"}");
    ImageDocument image = ImageDocument.image(config, 1);
    ImageDocument index =
        new ImageDocument(
            "application/vnd.oci.image.index.v1+json",
            "{\"schemaVersion\":2,\"x\":\"%s\",\"manifests\":[%s]}"
                .formatted("a".repeat(CONTENT), image.child("amd64")));
    String body = index.upload(List.of(image), List.of(config));
    assertThat(body.length()).isBetween(7 << 20, 8 << 20);

    AtomicBoolean over = new AtomicBoolean();
    List<Future<List<Integer>>> uploads = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      for (int i = 0; i < CLIENTS; i++) {
        uploads.add(threads.submit(() -> uploadUntil(over, repo, body)));
      }
      List<Outcome> outcomes = SteadyCalls.run(client, Duration.ofSeconds(10));
      over.set(true);

      assertThat(outcomes)
          .hasSize(500)
          .allSatisfy(
              outcome -> {
                assertThat(outcome.status()).isEqualTo(200);
                assertThat(outcome.latency()).isLessThan(Duration.ofSeconds(5));
              });
      for (Future<List<Integer>> each : uploads) {
        assertThat(each.get()).isNotEmpty().isSubsetOf(200, 503);
      }
    } finally {
      over.set(true);
      threads.shutdownNow();
    }
    Reply last = client.post("/registry/images/" + repo, body);
    assertThat(last.status()).as(last.text()).isEqualTo(200);
  }

  private List<Integer> uploadUntil(AtomicBoolean over, String repo, String body) {
    List<Integer> statuses = new ArrayList<>();
    while (!over.get()) {
      statuses.add(client.post("/registry/images/" + repo, body).status());
    }
    return statuses;
  }
}
