package local.platform.foundation.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import local.platform.config.DatabaseSettings;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.resource.UnobservedWrite;
import local.platform.foundation.uid.Uid;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Acknowledged writes on H2 survive the sudden end of the process. Another process writes, prints
 * each acknowledged write, and is killed.
 */
class CommitDurabilityIT {
  private static final int KILLS = 2;
  private static final int WRITES_BEFORE_A_KILL = 200;
  private static final int THREADS = 8;

  @TempDir private Path directory;

  @Test
  void whatWasAcknowledgedSurvivesTheEndOfTheProcess() throws Exception {
    List<Uid> acknowledged = new ArrayList<>();
    for (int i = 0; i < KILLS; i++) {
      acknowledged.addAll(writeUntilKilled());
    }

    try (TestServices services = open(directory)) {
      assertThat(
              services
                  .entityManager()
                  .createQuery("select g.uid from GroupEntity g", Uid.class)
                  .getResultList())
          .containsAll(acknowledged);
    }
  }

  private List<Uid> writeUntilKilled() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", // it lives for seconds
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                directory.toString())
            .redirectError(directory.resolve("writer.log").toFile())
            .start();
    List<Uid> acknowledged = new ArrayList<>();
    try (BufferedReader lines = process.inputReader(StandardCharsets.US_ASCII)) {
      String line = lines.readLine();
      while (line != null) {
        acknowledged.add(new Uid(line));
        if (acknowledged.size() == WRITES_BEFORE_A_KILL) {
          kill(process);
        }
        line = lines.readLine();
      }
    } finally {
      kill(process);
    }
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(acknowledged).as("see writer.log").hasSizeGreaterThanOrEqualTo(WRITES_BEFORE_A_KILL);
    return acknowledged;
  }

  /** Kills the process; what it has printed can still be read. */
  private static void kill(Process process) {
    process.toHandle().destroyForcibly();
  }

  private static TestServices open(Path directory) {
    DatabaseSettings settings =
        new DatabaseSettings(
            "jdbc:h2:file:" + directory.resolve("database"), "sa", "", 2 * THREADS);
    return new TestServices(DatabaseVendor.H2, settings, Clock.systemUTC());
  }

  /** Writes until it is killed, and prints the uid of each acknowledged write. */
  @SuppressWarnings("SystemOut") // the process reports to the test on it
  static final class Writer {
    private Writer() {}

    /** Runs with the directory of the database as its argument. */
    public static void main(String... arguments) {
      TestServices services = open(Path.of(arguments[0]));
      try (Together together = new Together()) {
        List<Supplier<Void>> writers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          writers.add(() -> writeForEver(services));
        }
        together.run(writers);
      }
    }

    private static Void writeForEver(TestServices services) {
      while (true) {
        Uid uid = Uid.newRoot();
        services
            .transactions()
            .write(
                attempt ->
                    services
                        .groupRepository()
                        .insert(UnobservedWrite.begin(), uid, "name", "", Instant.EPOCH));
        System.out.println(uid.value());
      }
    }
  }
}
