package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import org.junit.jupiter.api.Test;

/** Starts the jar from what it caches, as {@code ops/start.sh} does. */
class StartCacheIT {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final String ARCHIVED = "the classes of the server are archived";

  @Test
  void theFirstServerArchivesItsClassesAndTheNextOneUsesThem() {
    try (PlatformProcess first = server("").empty().start()) {
      assertServes(first);
      awaitArchive(first);
      first.stop();
    }

    // With this option the JVM does not start without the archive.
    try (PlatformProcess second = server("-Xshare:on").start()) {
      assertServes(second);
      assertThat(second.output()).doesNotContain(ARCHIVED, "[warning]");
    }
  }

  private static void assertServes(PlatformProcess server) {
    PlatformClient owner = server.owner();
    assertThat(owner.get("/iam/v2/groups/" + owner.organization()).status()).isEqualTo(200);
  }

  private static void awaitArchive(PlatformProcess server) {
    Instant deadline = Instant.now().plus(PATIENCE);
    String output = "";
    while (!output.contains(ARCHIVED) && Instant.now().isBefore(deadline)) {
      output = server.awaitOutput(text -> text.contains(ARCHIVED));
    }
    assertThat(output).contains(ARCHIVED);
  }

  private static PlatformProcess.Builder server(String option) {
    String jar = System.getProperty("platform.jar");
    return PlatformProcess.in(Packaging.JAR, "start-cache")
        .quickStart()
        .by(
            """
            java -jar %s --prepare
            java %s @data/cache/java-options
            """
                .formatted(jar, option));
  }
}
