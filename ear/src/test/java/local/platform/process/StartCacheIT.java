package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Starts servers from what they cache, as {@code ops/start.sh} and {@code run.sh} do. */
class StartCacheIT {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final String ARCHIVED = "the classes of the server are archived";

  @ParameterizedTest
  @EnumSource
  void theFirstServerArchivesItsClassesAndTheNextOneUsesThem(Packaging packaging) {
    try (PlatformProcess first = server(packaging, "").empty().start()) {
      assertServes(first);
      awaitArchive(first);
      first.stop();
    }

    // With this option the JVM does not start without the archive.
    try (PlatformProcess second = server(packaging, "-Xshare:on").start()) {
      assertServes(second);
      assertThat(second.output()).doesNotContain(ARCHIVED, "[warning]", "WARN", "ERROR");
      assertThat(second.data().resolveSibling("server/domain1/osgi-cache")).doesNotExist();
    }
  }

  private static void assertServes(PlatformProcess server) {
    PlatformClient owner = server.owner();
    assertThat(owner.get("/iam/v2/groups/" + owner.organization()).status()).isEqualTo(200);
    assertThat(owner.get("/iam/v1/groups").status()).isEqualTo(200);
  }

  private static void awaitArchive(PlatformProcess server) {
    Instant deadline = Instant.now().plus(PATIENCE);
    String output = "";
    while (!output.contains(ARCHIVED) && Instant.now().isBefore(deadline)) {
      output = server.awaitOutput(text -> text.contains(ARCHIVED));
    }
    assertThat(output).contains(ARCHIVED);
  }

  private static PlatformProcess.Builder server(Packaging packaging, String option) {
    String script =
        switch (packaging) {
          case JAR ->
              """
              java -jar %s --prepare
              java %s @data/cache/java-options
              """
                  .formatted(System.getProperty("platform.jar"), option);
          case EAR ->
              """
              export JAVA_TOOL_OPTIONS="$JAVA_TOOL_OPTIONS %s"
              exec %s %s %s server
              """
                  .formatted(
                      option,
                      System.getProperty("platform.server-script"),
                      System.getProperty("payara.home"),
                      System.getProperty("platform.ear"));
        };
    return PlatformProcess.in(packaging, "start-cache-" + packaging).quickStart().by(script);
  }
}
