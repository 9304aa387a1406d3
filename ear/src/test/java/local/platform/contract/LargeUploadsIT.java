package local.platform.contract;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Comparator.naturalOrder;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.ImageDocument;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.SteadyCalls;
import local.platform.contract.testing.SteadyCalls.Outcome;
import local.platform.contract.testing.Upload;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Tests that uploads of images do not use up the 512 MiB of heap that the server has: it receives a
 * few at a time, and refuses the others. And that one organization does not take all places.
 */
@Deployment.Test
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
    List<Future<List<Outcome>>> uploads = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      for (int i = 0; i < CLIENTS; i++) {
        uploads.add(threads.submit(() -> uploadUntil(over, repo, body)));
      }
      List<Outcome> outcomes = SteadyCalls.run(client, Duration.ofSeconds(10));
      over.set(true);

      List<Outcome> uploaded = new ArrayList<>();
      for (Future<List<Outcome>> each : uploads) {
        assertThat(each.get()).isNotEmpty();
        uploaded.addAll(each.get());
      }
      assertThat(uploaded)
          .as("some are received, and the others refused")
          .extracting(Outcome::status)
          .containsOnly(200, 503);
      Duration slowest = uploaded.stream().map(Outcome::latency).max(naturalOrder()).orElseThrow();
      assertThat(outcomes)
          .hasSize(500)
          .allSatisfy(
              outcome -> {
                assertThat(outcome.status()).isEqualTo(200);
                // whatever holds up the whole machine holds up the uploads, too
                assertThat(outcome.latency()).isLessThan(slowest.multipliedBy(2));
              });
    } finally {
      over.set(true);
      threads.shutdownNow();
    }
    assertUploaded(repo, body);
  }

  /** With clients that send nothing after they were told to go on. */
  @Test
  void whatOneOrganizationUploadsLeavesPlacesToOthers() throws IOException {
    List<Socket> stalled = new ArrayList<>();
    try {
      String one = client.createOrganization("slow");
      stall(stalled, 2, imageUploads(one));
      stall(stalled, 6, imports(one));
      assertRefused(503, "as many images for this organization", imageUploads(one).get());
      assertRefused(429, "as many imports of this organization", imports(one).get());

      String other = client.createOrganization("others");
      ImageDocument image = ImageDocument.image(ImageDocument.config("amd64"), 1);
      Reply uploaded = client.post(imageUploads(other).get(), image.upload(List.of(), List.of()));
      assertThat(uploaded.status()).as(uploaded.text()).isEqualTo(200);
      Reply imported =
          Upload.send(client, imports(other).get(), Upload.lines("{'name': 'a', 'version': '1'}"));
      assertThat(imported.json().path("state").asText()).as(imported.text()).isEqualTo("DONE");
    } finally {
      for (Socket socket : stalled) {
        socket.close();
      }
    }
  }

  private Supplier<String> imageUploads(String organization) {
    return () ->
        "/registry/images/"
            + Resource.REPO.create(client, organization, "images-" + UUID.randomUUID());
  }

  private Supplier<String> imports(String organization) {
    return () -> Upload.path(client.createGroup(organization, "imports"), "java");
  }

  private void stall(List<Socket> stalled, int count, Supplier<String> path) throws IOException {
    for (int i = 0; i < count; i++) {
      Socket socket = Upload.stalled(client, path.get());
      stalled.add(socket);
      assertThat(Upload.status(socket)).isEqualTo("100");
    }
  }

  private void assertRefused(int status, String text, String path) throws IOException {
    try (Socket socket = Upload.stalled(client, path)) {
      assertThat(Upload.status(socket)).isEqualTo(String.valueOf(status));
      assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII)).contains(text);
    }
  }

  private void assertUploaded(String repo, String body) {
    Reply uploaded = client.post("/registry/images/" + repo, body);
    assertThat(uploaded.status()).as(uploaded.text()).isEqualTo(200);
  }

  private List<Outcome> uploadUntil(AtomicBoolean over, String repo, String body) {
    List<Outcome> outcomes = new ArrayList<>();
    while (!over.get()) {
      long start = System.nanoTime();
      int status = client.post("/registry/images/" + repo, body).status();
      outcomes.add(new Outcome(status, Duration.ofNanos(System.nanoTime() - start)));
    }
    return outcomes;
  }
}
