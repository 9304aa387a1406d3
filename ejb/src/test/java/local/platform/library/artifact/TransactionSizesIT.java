package local.platform.library.artifact;

import static local.platform.library.artifact.ImportFixture.bytes;
import static local.platform.library.artifact.ImportFixture.version;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import local.platform.db.testing.MySqlServer;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.VersionCondition;
import local.platform.hub.imports.Import;
import local.platform.hub.imports.ImportState;
import local.platform.library.artifact.ImportFixture.Request;
import local.platform.testing.BinaryLog;
import local.platform.testing.TestServices;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads from the binary log how large the transactions of imports and deletions are, with rows that
 * are as large as they can be. Writes the largest of each to its output.
 */
class TransactionSizesIT {
  /** More than one transaction writes. */
  private static final int MANY = 5_001;

  private static final Request JAVA_LINES = new Request(Ecosystem.JAVA, false, false);
  private static final Request ALL_OF_JAVA = new Request(Ecosystem.JAVA, true, true);

  /** Of the longest characters. */
  private static final String TEXT = "\uD83D\uDE00";

  @TempDir private Path directory;
  private MySqlServer server;
  private BinaryLog log;
  private ImportFixture fixture;

  @BeforeEach
  void start() {
    TestDatabase.requireMySql();
    server = BinaryLog.startServer();
    log = new BinaryLog(server);
    fixture = new ImportFixture(server.createDatabase(), directory);
  }

  @AfterEach
  void stop() {
    fixture.close();
    server.close();
  }

  private static String[] lines(String description) {
    return IntStream.range(0, MANY)
        .mapToObj(
            i ->
                version(
                    String.format(Locale.ROOT, "%0255d", i),
                    TEXT.repeat(255),
                    "'description': '" + description.repeat(1_024) + "'"))
        .toArray(String[]::new);
  }

  @Test
  void noTransactionOfImportsAndOfWhatIsDeletedAfterwardsIsTooLarge() {
    log.assertSmall("create artifacts", () -> done(JAVA_LINES, lines(TEXT)));
    log.assertSmall("change artifacts", () -> done(JAVA_LINES, lines("\uD83D\uDE01")));
    log.assertSmall("remove artifacts", () -> done(ALL_OF_JAVA));
    done(JAVA_LINES, lines(TEXT));

    List<Long> deletion =
        log.assertSmall(
            "delete their group",
            () ->
                fixture
                    .services
                    .groups()
                    .delete(fixture.owner, fixture.group, VersionCondition.ANY));
    assertThat(deletion).hasSize(1).allMatch(size -> size < 1 << 20);
    log.assertSmall("purge artifacts", () -> fixture.services.artifactPurge().run());
    assertThat(fixture.rows("library_version")).isEmpty();
  }

  @Test
  void noTransactionWithIssuesOfImportsIsTooLarge() {
    String[] refused =
        IntStream.range(0, 10_000)
            .mapToObj(i -> version(TEXT.repeat(255), TEXT.repeat(255) + i))
            .toArray(String[]::new);
    for (int i = 0; i < 3; i++) {
      log.assertSmall("keep issues", () -> done(JAVA_LINES, refused));
    }
    assertThat(fixture.rows("hub_import_issue")).hasSize(30_000);

    List<Long> deletion =
        log.assertSmall(
            "delete their group",
            () ->
                fixture
                    .services
                    .groups()
                    .delete(fixture.owner, fixture.group, VersionCondition.ANY));
    assertThat(deletion).hasSize(1).allMatch(size -> size < 1 << 20);
    log.assertSmall("purge issues", () -> fixture.services.importPurge().run());
    assertThat(fixture.rows("hub_import_issue")).isEmpty();
  }

  private void done(Request request, String... lines) {
    Import ended =
        TestServices.awaitEnd(fixture.imports(), fixture.owner, fixture.run(request, bytes(lines)));
    assertThat(ended.state()).isEqualTo(ImportState.DONE);
  }
}
