package local.platform.process;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that is not disturbed logs little, and leaves nothing when it is stopped. */
class QuietProcessIT {
  private static final long STOP_SECONDS = 60;

  @ParameterizedTest
  @EnumSource
  void itEndsWithItsParentTellsOfNothingBadAndLeavesNothing(Packaging packaging) throws Exception {
    PlatformProcess.Builder builder =
        PlatformProcess.in(packaging, "quiet-" + packaging)
            .empty()
            .with("PLATFORM_ISSUER_URL", "https://platform.example")
            .with("PLATFORM_KEY_ENCRYPTION_KEY", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
            .with("PLATFORM_BOOTSTRAP_ORGANIZATION", "quiet")
            .with("PLATFORM_STOP_WITH_PARENT", "true")
            .underShell();
    try (PlatformProcess shell = builder.start()) {
      ProcessHandle server =
          shell.hasOwnLog()
              ? shell.started().children().toList().get(0)
              : ProcessHandle.of(shell.pid()).orElseThrow();
      Path temporary = shell.temporary();
      if (shell.hasOwnLog()) {
        assertThat(shell.awaitOutput(text -> text.contains("ready at "))).contains("ready at ");
      }

      shell.started().destroyForcibly();

      server.onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
      try (Stream<Path> left = Files.walk(temporary)) {
        assertThat(left).containsExactly(temporary);
      }
      if (shell.hasOwnLog()) {
        assertQuiet(shell.output());
      }
    }
  }

  private static void assertQuiet(String output) throws IOException {
    for (String line : output.lines().filter(text -> !isForPeople(text)).toList()) {
      JsonNode record = JSON.readTree(line);
      assertThat(record.path("level").asText()).as(line).isEqualTo("INFO");
      assertThat(record.path("logger").asText()).as(line).startsWith("local.platform.");
      assertThat(Instant.parse(record.path("time").asText()))
          .isBetween(Instant.now().minus(Duration.ofMinutes(10)), Instant.now());
    }
  }

  /** The first login is printed outside of the log, and the first line comes from the JDK. */
  private static boolean isForPeople(String line) {
    return Stream.of("Picked up JAVA_", "  ", "The first start ", "To log in ", "and the same ")
            .anyMatch(line::startsWith)
        || line.isEmpty();
  }
}
