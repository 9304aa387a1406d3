package local.platform.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.stream.Stream;
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
  void theFirstServerArchivesItsClassesAndTheNextOneUsesThem(Packaging packaging) throws Exception {
    Path archive;
    try (PlatformProcess first = server(packaging, "").empty().start()) {
      assertServes(first);
      awaitArchive(first);
      archive = archive(first);
      first.stop();
    }
    FileTime made = Files.getLastModifiedTime(archive);

    // With this option the JVM does not start if it cannot use the archive that it is told.
    try (PlatformProcess second = server(packaging, "-Xshare:on").start()) {
      assertServes(second);
      assertNobodyAdministers(second);
      assertThat(archive(second)).isEqualTo(archive);
      assertThat(Files.getLastModifiedTime(archive)).isEqualTo(made);
      assertThat(second.data().resolve("cache/java-options"))
          .content()
          .contains("-XX:SharedArchiveFile=" + archive);
      assertThat(second.output()).doesNotContain("[warning]", "WARN", "ERROR");
      assertThat(second.data().resolveSibling("server/domain1/osgi-cache")).doesNotExist();
    }
  }

  /** Asks what listens besides, which is the administration listener of Payara Server. */
  private static void assertNobodyAdministers(PlatformProcess server) throws Exception {
    String withoutPassword = Base64.getEncoder().encodeToString("admin:".getBytes(UTF_8));
    for (int port : server.documentedPorts()) {
      if (port != server.port() && port != server.grpcPort()) {
        HttpRequest domain =
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/management/domain"))
                .header("Authorization", "Basic " + withoutPassword)
                .build();
        assertThat(HttpClient.newHttpClient().send(domain, BodyHandlers.discarding()).statusCode())
            .isEqualTo(401);
      }
    }
  }

  private static Path archive(PlatformProcess server) throws IOException {
    try (Stream<Path> files = Files.walk(server.data().resolve("cache"))) {
      return files.filter(file -> file.endsWith("classes.jsa")).findAny().orElseThrow();
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
              ln -sf %s "an application.ear"
              exec %s %s "an application.ear" server
              """
                  .formatted(
                      option,
                      System.getProperty("platform.ear"),
                      System.getProperty("platform.server-script"),
                      System.getProperty("payara.home"));
        };
    return PlatformProcess.in(packaging, "start-cache-" + packaging).quickStart().by(script);
  }
}
