package local.platform.library.artifact;

import static local.platform.library.artifact.ImportFixture.bytes;
import static local.platform.library.artifact.ImportFixture.gzip;
import static local.platform.library.artifact.ImportFixture.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.Change;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.time.DatabaseClock;
import local.platform.foundation.uid.Uid;
import local.platform.hub.imports.Container;
import local.platform.hub.imports.Import;
import local.platform.hub.imports.ImportCounts;
import local.platform.hub.imports.ImportIssue;
import local.platform.hub.imports.ImportKind;
import local.platform.hub.imports.ImportPlace;
import local.platform.hub.imports.ImportRuns;
import local.platform.hub.imports.ImportService;
import local.platform.hub.imports.ImportState;
import local.platform.hub.imports.RecordFormat;
import local.platform.library.artifact.ImportFixture.Request;
import local.platform.testing.Together;
import local.platform.testing.World;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArtifactImportTest {
  private static final Request JAVA = new Request(Ecosystem.JAVA, false, false);

  /** One character, and two units of UTF-16. */
  private static final String EMOJI = "\ud83d\ude00";

  @TempDir private Path directory;
  private ImportFixture fixture;

  @AfterEach
  void stop() {
    fixture.close();
  }

  private void start(TestDatabase database) {
    fixture = new ImportFixture(database, directory);
  }

  @ParameterizedTest
  @EnumSource
  void whatAFileHasIsStoredAndTheSameFileAgainChangesNothing(TestDatabase database) {
    start(database);
    byte[] file =
        bytes(
            version("com.acme:lib", "2.0-rc1", "'description': 'soon'"),
            version("com.acme:lib", "1.10", "'description': 'now'", "'sizeBytes': 7"),
            version("com.acme:lib", "1.9", "'publishedTime': '2020-01-02T03:04:05.678Z'"),
            "",
            version("com.acme:lib", "9.9", "'sourceType': 'UPSTREAM_REGISTRY'"),
            version("@scope/x:y", "1", "'malware': true"));

    Import first = fixture.run(JAVA, file);

    assertThat(first.state()).isEqualTo(ImportState.DONE);
    assertThat(first.counts()).isEqualTo(new ImportCounts(5, 5, 0, 0, 0, 0, 0));
    assertThat(first.bytesRead()).isEqualTo(first.bytesTotal()).isEqualTo(file.length);
    assertThat(first.endTime()).hasValue(fixture.clock.instant());
    assertThat(first.importer()).isEqualTo(fixture.owner.identity());
    Artifact artifact = fixture.artifact(Ecosystem.JAVA, "com.acme:lib");
    assertThat(artifact)
        .isEqualTo(
            new Artifact(
                artifact.id(),
                "com.acme:lib",
                "now",
                Ecosystem.JAVA,
                "1.10",
                3,
                Instant.parse("2020-01-02T03:04:05.678Z"),
                fixture.clock.instant()));
    assertThat(fixture.versions(artifact.id(), false)).containsExactly("2.0-rc1", "1.10", "1.9");
    assertThat(fixture.versions(artifact.id(), true))
        .containsExactly("9.9", "2.0-rc1", "1.10", "1.9");

    List<String> artifacts = fixture.rows("library_artifact");
    List<String> versions = fixture.rows("library_version");
    fixture.clock.advance(Duration.ofHours(1));
    Import again = fixture.run(JAVA, gzip(file));

    assertThat(again.counts()).isEqualTo(new ImportCounts(5, 0, 0, 5, 0, 0, 0));
    assertThat(again.uid()).isNotEqualTo(first.uid());
    assertThat(fixture.rows("library_artifact")).isEqualTo(artifacts);
    assertThat(fixture.rows("library_version")).isEqualTo(versions);
    assertThat(directory.resolve("imports")).isEmptyDirectory();
  }

  @ParameterizedTest
  @EnumSource
  void anImportChangesAndDeletesWhatIsThere(TestDatabase database) {
    start(database);
    fixture.run(
        Ecosystem.PYTHON,
        version("Some_Lib", "1.0", "'description': 'a'"),
        version("some-lib", "1.1"),
        version("other", "1.0", "'sourceType': 'INTERNAL_REMEDIATED'"));
    fixture.clock.advance(Duration.ofHours(1));

    Import second =
        fixture.run(
            Ecosystem.PYTHON,
            version("some.lib", "1.0", "'description': 'b'", "'malware': false"),
            version("some-lib", "1.1", "'deleted': true"),
            version("other", "1.0", "'sourceType': 'INTERNAL_REMEDIATED'", "'deleted': true"),
            version("absent", "1.0", "'deleted': true"),
            version("SOME_LIB", "1.2.dev1"));

    assertThat(second.counts()).isEqualTo(new ImportCounts(5, 1, 1, 1, 2, 0, 0));
    Artifact artifact = fixture.artifact(Ecosystem.PYTHON, "some-lib");
    assertThat(fixture.artifacts(Ecosystem.PYTHON)).containsExactly(artifact);
    assertThat(artifact.latestVersion()).isEqualTo("1.0");
    assertThat(artifact.description()).isEqualTo("b");
    assertThat(artifact.versionCount()).isEqualTo(2);
    assertThat(fixture.versions(artifact.id(), false)).containsExactly("1.2.dev1", "1.0");
  }

  /** Whichever way they come, and however many have to fit between two. */
  @ParameterizedTest
  @EnumSource
  void versionsAreInTheOrderOfTheEcosystem(TestDatabase database) {
    start(database);
    List<String> expected = new ArrayList<>();
    fixture.run(
        Ecosystem.GO,
        version("example.com/m", "v1.0.0"),
        version("example.com/m", "v2.0.0"),
        version("example.com/m", "v1.0.0-1"));
    expected.add("v2.0.0");
    for (int i = 1; i <= 40; i++) {
      // Each comes between the first and the one before, which leaves half of the room each time.
      String between = "v1.0.0-" + (100 - i);
      fixture.run(Ecosystem.GO, version("example.com/m", between), version("m", "v1.0." + i));
    }
    fixture.run(
        Ecosystem.GO, version("example.com/m", "nonsense"), version("example.com/m", "v1.5.0"));

    expected.add("v1.5.0");
    expected.add("v1.0.0");
    IntStream.rangeClosed(1, 40).mapToObj(i -> "v1.0.0-" + (100 - i)).forEach(expected::add);
    expected.add("v1.0.0-1");
    expected.add("nonsense");
    assertThat(fixture.versions(fixture.artifact(Ecosystem.GO, "example.com/m").id(), false))
        .containsExactlyElementsOf(expected);
    assertThat(fixture.artifact(Ecosystem.GO, "example.com/m").latestVersion()).isEqualTo("v2.0.0");
    assertThat(fixture.artifact(Ecosystem.GO, "m").latestVersion()).isEqualTo("v1.0.40");
  }

  @ParameterizedTest
  @EnumSource
  void whatIsWrongIsRejectedWithItsReasonAndTheRestIsStored(TestDatabase database) {
    start(database);
    Import done =
        fixture.run(
            Ecosystem.JAVA,
            "nonsense",
            version("a", ""),
            version("b c", "1"),
            version("a", "1", "'ecosystem': 'python'"),
            version("a", "1", "'sizeBytes': -1"),
            version("a", "1", "'sourceType': 'ELSEWHERE'"),
            version("a", "1", "'cudaVersion': '12.1'"),
            version("a", "1", "'publishedTime': '1812-01-01T00:00:00Z'"),
            version("a", "2", "'description': '" + "d".repeat(1_025) + "'"),
            version("a", "3", "'description': '" + "d".repeat(70_000) + "'"),
            version("a", "1", "'ecosystem': 'java'"),
            version("a", "1", "'sizeBytes': 5"),
            version("a", "x".repeat(256)),
            version("a", "x".repeat(255)),
            version(EMOJI.repeat(300), "1"),
            version("a", EMOJI.repeat(256)));

    assertThat(done.state()).isEqualTo(ImportState.DONE);
    assertThat(done.counts()).isEqualTo(new ImportCounts(16, 2, 0, 0, 0, 0, 14));
    List<ImportIssue> issues = fixture.services.imports().issues(fixture.owner, done.uid(), 0, 100);
    assertThat(issues)
        .extracting(ImportIssue::line, ImportIssue::reason, ImportIssue::record, ImportIssue::field)
        .containsExactly(
            tuple(1L, "MALFORMED", "", ""),
            tuple(2L, "INVALID_FIELD", "a", "version"),
            tuple(3L, "INVALID_FIELD", "b c 1", "name"),
            tuple(4L, "INVALID_FIELD", "a 1", "ecosystem"),
            tuple(5L, "INVALID_FIELD", "a 1", "sizeBytes"),
            tuple(6L, "INVALID_FIELD", "a 1", "sourceType"),
            tuple(7L, "INVALID_FIELD", "a 1", "cudaVersion"),
            tuple(8L, "INVALID_FIELD", "a 1", "publishedTime"),
            tuple(9L, "INVALID_FIELD", "a 2", "description"),
            tuple(10L, "TOO_LARGE", "", ""),
            tuple(12L, "DUPLICATE_IN_IMPORT", "a 1", ""),
            tuple(13L, "INVALID_FIELD", "a " + "x".repeat(253), "version"),
            tuple(15L, "INVALID_FIELD", EMOJI.repeat(255), "name"),
            tuple(16L, "INVALID_FIELD", "a " + EMOJI.repeat(253), "version"));
    assertThat(issues).allMatch(issue -> !issue.description().isEmpty());
    assertThat(fixture.services.imports().issues(fixture.owner, done.uid(), 10, 1))
        .containsExactly(issues.get(10));
    assertThat(fixture.versions(fixture.artifact(Ecosystem.JAVA, "a").id(), false))
        .containsExactlyInAnyOrder("1", "x".repeat(255));
  }

  /** Lengths are counted in characters, also of those that are two units of UTF-16. */
  @ParameterizedTest
  @EnumSource
  void textsOfTheGreatestLengthAreStored(TestDatabase database) {
    start(database);
    String version = EMOJI.repeat(255);
    String description = EMOJI.repeat(1_024);
    String cuda = EMOJI.repeat(64);

    Import done =
        fixture.run(
            Ecosystem.PYTHON,
            version(
                "n".repeat(255),
                version,
                "'description': '" + description + "'",
                "'cudaVersion': '" + cuda + "'"),
            version("a", "1", "'cudaVersion': '" + cuda + EMOJI + "'"));

    assertThat(done.state()).isEqualTo(ImportState.DONE);
    assertThat(done.counts()).isEqualTo(new ImportCounts(2, 1, 0, 0, 0, 0, 1));
    assertThat(fixture.services.imports().issues(fixture.owner, done.uid(), 0, 9))
        .extracting(ImportIssue::line, ImportIssue::field)
        .containsExactly(tuple(2L, "cudaVersion"));
    Artifact artifact = fixture.artifact(Ecosystem.PYTHON, "n".repeat(255));
    assertThat(artifact.latestVersion()).isEqualTo(version);
    assertThat(artifact.description()).isEqualTo(description);
    assertThat(fixture.rows("library_version"))
        .singleElement()
        .asString()
        .contains(version, description, "|" + cuda + "|");
  }

  @Test
  void ofManyIssuesTheFirstAreKeptAndAllAreCounted() {
    start(TestDatabase.H2);
    String[] lines =
        Stream.concat(Stream.generate(() -> "{").limit(10_500), Stream.of(version("a", "1")))
            .toArray(String[]::new);

    Import done = fixture.run(Ecosystem.JAVA, lines);

    assertThat(done.counts()).isEqualTo(new ImportCounts(10_501, 1, 0, 0, 0, 0, 10_500));
    assertThat(fixture.services.imports().issues(fixture.owner, done.uid(), 9_999, 10))
        .extracting(ImportIssue::line)
        .containsExactly(10_000L);
  }

  /** The others of its batch are stored all the same. */
  @ParameterizedTest
  @EnumSource
  void whatTheDatabaseRefusesIsRejectedByItsLine(TestDatabase database) {
    start(database);

    Import done =
        fixture.run(
            bytes(
                version("a", "1"),
                "",
                "{",
                version("b", "refused"),
                version("c", "1"),
                version("d", "refused")),
            refusing("refused"));

    assertThat(done.state()).isEqualTo(ImportState.DONE);
    assertThat(done.counts()).isEqualTo(new ImportCounts(5, 2, 0, 0, 0, 0, 3));
    assertThat(fixture.services.imports().issues(fixture.owner, done.uid(), 0, 9))
        .extracting(ImportIssue::line, ImportIssue::reason, ImportIssue::record)
        .containsExactlyInAnyOrder(
            tuple(3L, "MALFORMED", ""),
            tuple(4L, "NOT_STORED", "b refused"),
            tuple(6L, "NOT_STORED", "d refused"));
    assertThat(fixture.artifacts(Ecosystem.JAVA))
        .extracting(Artifact::name)
        .containsExactly("a", "c");
  }

  /** Returns a format that stores no batch with a version. */
  private RecordFormat<ArtifactRecord> refusing(String version) {
    return new ForwardingFormat(
        new ArtifactFormat(fixture.group, Ecosystem.JAVA, ImportFixture::line)) {
      @Override
      public Outcome store(Connection connection, List<ArtifactRecord> records, Instant now)
          throws SQLException {
        if (records.stream().anyMatch(each -> each.version().equals(version))) {
          throw new SQLDataException("a value is too long", "22001");
        }
        return super.store(connection, records, now);
      }
    };
  }

  @ParameterizedTest
  @EnumSource
  void aCompleteFileRemovesWhatItDoesNotName(TestDatabase database) {
    start(database);
    String[] lines =
        IntStream.range(0, 1_200)
            .mapToObj(i -> version("lib" + i / 3, "1." + i))
            .toArray(String[]::new);
    fixture.run(Ecosystem.JAVA, lines);
    fixture.run(Ecosystem.GO, version("kept", "v1.0.0"));

    Import few = fixture.runComplete(Ecosystem.JAVA, Arrays.copyOf(lines, 1_000));
    assertThat(few.counts()).isEqualTo(new ImportCounts(1_000, 0, 0, 1_000, 0, 200, 0));
    assertThat(few.bytesRead()).isEqualTo(few.bytesTotal()).isPositive();
    assertThat(fixture.rows("library_version")).hasSize(1_001);
    assertThat(fixture.artifacts(Ecosystem.GO)).hasSize(1);

    // More than a fifth, and more than 50.
    List<String> before = fixture.rows("library_version");
    Import mass = fixture.runComplete(Ecosystem.JAVA, version("new", "1"), lines[0]);
    assertThat(mass.state()).isEqualTo(ImportState.FAILED);
    assertThat(mass.message()).contains("999 of the 1000", "allowMassRetraction=true");
    assertThat(mass.counts()).isEqualTo(ImportCounts.NONE);
    assertThat(fixture.rows("library_version")).isEqualTo(before);

    // A rejected line names its version all the same; one that names none makes it impossible.
    Import unreadable = fixture.runComplete(Ecosystem.JAVA, lines[0], "{");
    assertThat(unreadable.state()).isEqualTo(ImportState.FAILED);
    assertThat(unreadable.message()).contains("line 2");
    assertThat(fixture.rows("library_version")).isEqualTo(before);
    Import allowed =
        fixture.run(
            new Request(Ecosystem.JAVA, true, true),
            bytes(version("lib0", "1.0", "'sizeBytes': -1"), lines[1]));
    assertThat(allowed.counts()).isEqualTo(new ImportCounts(2, 0, 0, 1, 0, 998, 1));
    assertThat(fixture.versions(fixture.artifact(Ecosystem.JAVA, "lib0").id(), false))
        .containsExactly("1.1", "1.0");
  }

  @ParameterizedTest
  @EnumSource
  void whatGoesWrongLeavesWholeBatchesAndTheSameFileDoesTheRest(TestDatabase database) {
    start(database);
    String[] lines =
        IntStream.range(0, 2_500).mapToObj(i -> version("lib" + i, "1")).toArray(String[]::new);
    List<Change> seen = new ArrayList<>();
    ImportService failing =
        fixture.importsSeenBy(
            changes -> {
              seen.addAll(changes);
              Import now = (Import) changes.get(0).after().orElseThrow();
              if (now.state() == ImportState.RUNNING && now.counts().read() > 1_000) {
                throw new IllegalStateException("the second batch is not to be");
              }
            });

    Import failed = fixture.run(failing, JAVA, bytes(lines));

    assertThat(failed.state()).isEqualTo(ImportState.FAILED);
    assertThat(failed.message()).doesNotContain("second batch");
    assertThat(failed.counts()).isEqualTo(new ImportCounts(1_000, 1_000, 0, 0, 0, 0, 0));
    assertThat(fixture.rows("library_version")).hasSize(1_000);
    assertThat(seen).extracting(Change::kind).containsOnly("Import");
    assertThat(seen).allMatch(change -> change.author().identity().isPresent());
    assertThat(((Import) seen.get(1).after().orElseThrow()).counts()).isEqualTo(failed.counts());

    Import rest = fixture.run(JAVA, bytes(lines));
    assertThat(rest.counts()).isEqualTo(new ImportCounts(2_500, 1_500, 0, 1_000, 0, 0, 0));
  }

  @Test
  void aDamagedFileEndsTheImportWhereItIsDamaged() {
    start(TestDatabase.H2);
    byte[] whole = gzip(bytes(version("a", "1"), version("b", "1")));
    Import truncated = fixture.run(JAVA, Arrays.copyOf(whole, whole.length - 9));
    assertThat(truncated.state()).isEqualTo(ImportState.FAILED);
    assertThat(truncated.message()).contains("end early");
    assertThat(fixture.run(JAVA, new byte[] {0x1f, (byte) 0x8b, 1, 2}).state())
        .isEqualTo(ImportState.FAILED);
    assertThat(fixture.run(JAVA, new byte[0]).counts()).isEqualTo(ImportCounts.NONE);
  }

  /** All members of gzip are a part of the file, also if the head of one is damaged. */
  @Test
  void aCompleteFileOfWhichOnlyAPartCanBeReadRemovesNothing() {
    start(TestDatabase.H2);
    byte[] one = gzip(bytes(version("a", "1") + "\n"));
    byte[] two = gzip(bytes(version("b", "1")));
    Request complete = new Request(Ecosystem.JAVA, true, true);
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.writeBytes(one);
    both.writeBytes(two);
    assertThat(fixture.run(complete, both.toByteArray()).counts())
        .isEqualTo(new ImportCounts(2, 2, 0, 0, 0, 0, 0));
    byte[] damaged = both.toByteArray();
    damaged[one.length]++;

    Import failed = fixture.run(complete, damaged);

    assertThat(failed.state()).isEqualTo(ImportState.FAILED);
    assertThat(failed.message()).contains("something else after the compressed data");
    assertThat(failed.counts()).isEqualTo(ImportCounts.NONE);
    assertThat(fixture.rows("library_version")).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void aGroupHasOneImportOfAnEcosystemAtATime(TestDatabase database) throws IOException {
    start(database);
    ImportPlace place = fixture.imports().prepare(fixture.owner, JAVA.in(fixture.group));
    assertRunning(() -> fixture.imports().prepare(fixture.owner, JAVA.in(fixture.group)));
    assertThat(directory.resolve("imports")).isNotEmptyDirectory();
    fixture.run(Ecosystem.GO, version("m", "v1.0.0"));
    place.close();
    assertThat(directory.resolve("imports")).isEmptyDirectory();

    // Another server works on one, and then not any more.
    Uid other = fixture.group.newChild();
    fixture.services.importRuns().create(fixture.owner, other, JAVA.in(fixture.group), 1);
    assertRunning(() -> fixture.run(Ecosystem.JAVA, version("a", "1")));
    fixture.clock.advance(Duration.ofSeconds(29));
    assertThat(fixture.services.imports().get(fixture.owner, other).state())
        .isEqualTo(ImportState.RUNNING);
    fixture.clock.advance(Duration.ofSeconds(2));
    assertThat(fixture.services.imports().get(fixture.owner, other).state())
        .isEqualTo(ImportState.INTERRUPTED);
    assertThat(fixture.run(Ecosystem.JAVA, version("a", "1")).state()).isEqualTo(ImportState.DONE);
    Import interrupted = fixture.services.imports().get(fixture.owner, other);
    assertThat(interrupted.state()).isEqualTo(ImportState.INTERRUPTED);
    assertThat(interrupted.endTime()).isPresent();
  }

  /** Two that run and sixteen that wait, of which no organization can have all. */
  @Test
  void anOrganizationHasAShareOfTheImportsThatAServerTakes() throws IOException {
    start(TestDatabase.H2);
    List<ImportPlace> places = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      places.add(prepare(fixture.root));
    }
    assertTooMany(() -> prepare(fixture.root), "as many imports of this organization");
    Uid second = fixture.world.organization();
    for (int i = 0; i < 3; i++) {
      places.add(prepare(second));
    }
    assertTooMany(() -> prepare(second), "as many imports of this organization");
    for (int i = 0; i < 9; i++) {
      places.add(prepare(fixture.world.organization()));
    }

    Uid another = fixture.world.organization();
    assertTooMany(() -> prepare(another), "the server works on as many imports as it can");
    assertTooMany(() -> prepare(fixture.root), "the server works on as many imports as it can");
    places.remove(0).close();
    assertTooMany(() -> prepare(fixture.root), "as many imports of this organization");
    places.add(prepare(another));

    places.forEach(ImportPlace::close);
    assertThat(directory.resolve("imports")).isEmptyDirectory();
    for (int i = 0; i < 6; i++) {
      places.add(prepare(fixture.root));
    }
    places.forEach(ImportPlace::close);
  }

  /** Takes a place for an import into a new group. */
  private ImportPlace prepare(Uid organization) {
    return fixture
        .imports()
        .prepare(World.everythingAt(organization), JAVA.in(fixture.world.group(organization)));
  }

  private static void assertTooMany(ThrowingCallable call, String text) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(call)
        .withMessageContaining(text)
        .matches(e -> e.code() == ErrorCode.RESOURCE_EXHAUSTED)
        .matches(e -> e.reason().equals("TOO_MANY_IMPORTS"));
  }

  @ParameterizedTest
  @EnumSource
  void leasesAreRenewedAndThoseThatAreNotEnd(TestDatabase database) {
    start(database);
    var runs = fixture.services.importRuns();
    Uid renewed = create(fixture.group);
    Uid silent = create(fixture.world.group(fixture.root));
    fixture.clock.advance(Duration.ofSeconds(20));
    runs.renew(Set.of(renewed));
    fixture.clock.advance(Duration.ofSeconds(20));

    runs.renew(Set.of(renewed));

    assertThat(runs.read(renewed).state()).isEqualTo(ImportState.RUNNING);
    assertThat(runs.read(renewed).version()).isZero();
    assertThat(runs.read(silent).state()).isEqualTo(ImportState.INTERRUPTED);
    runs.interrupt(Set.of(renewed));
    assertThat(runs.read(renewed).state()).isEqualTo(ImportState.INTERRUPTED);
  }

  @ParameterizedTest
  @EnumSource
  void anImportIsCancelledOnceAndNotWhenItHasEnded(TestDatabase database) {
    start(database);
    Uid running = create(fixture.group);

    Import cancelled = fixture.services.imports().cancel(fixture.owner, running);

    assertThat(cancelled.state()).isEqualTo(ImportState.CANCELLED);
    assertThat(fixture.services.imports().cancel(fixture.owner, running)).isEqualTo(cancelled);
    Import done = fixture.run(Ecosystem.JAVA, version("a", "1"));
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> fixture.services.imports().cancel(fixture.owner, done.uid()))
        .withMessageContaining("has ended");
  }

  /** It is cancelled between two batches, when nothing is locked. */
  @ParameterizedTest
  @EnumSource
  void whatIsCancelledEndsBeforeTheNextBatch(TestDatabase database) {
    start(database);
    String[] lines =
        IntStream.range(0, 2_500).mapToObj(i -> version("lib" + i, "1")).toArray(String[]::new);
    ArtifactLine.Reader reader =
        line -> {
          ArtifactLine read = ImportFixture.line(line);
          if (read.name().equals("lib1500")) {
            var unused = fixture.services.imports().cancel(fixture.owner, onlyImport());
          }
          return read;
        };

    Import cancelled = fixture.run(fixture.imports(), JAVA.in(fixture.group, reader), bytes(lines));

    assertThat(cancelled.state()).isEqualTo(ImportState.CANCELLED);
    assertThat(cancelled.counts()).isEqualTo(new ImportCounts(1_000, 1_000, 0, 0, 0, 0, 0));
    assertThat(fixture.rows("library_version")).hasSize(1_000);
  }

  /** The thread of the import stores a batch, and another one renews its lease. */
  @ParameterizedTest
  @EnumSource
  void anImportRunsOnWhileABatchTakesLong(TestDatabase database) {
    start(database);
    String[] lines =
        IntStream.range(0, 1_001).mapToObj(i -> version("lib" + i, "1")).toArray(String[]::new);
    List<ImportState> shown = new ArrayList<>();
    Import done =
        fixture.run(
            bytes(lines),
            meanwhile(
                () -> {
                  if (shown.isEmpty()) {
                    fixture.clock.advance(Duration.ofSeconds(31));
                    fixture.renewLeases();
                  }
                  shown.add(fixture.services.imports().get(fixture.owner, onlyImport()).state());
                }));

    assertThat(shown).containsExactly(ImportState.RUNNING, ImportState.RUNNING);
    assertThat(done.state()).isEqualTo(ImportState.DONE);
    assertThat(done.counts().created()).isEqualTo(1_001);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsCancelledDuringABatchStoresNothingOfIt(TestDatabase database) {
    start(database);

    Import cancelled =
        fixture.run(
            bytes(version("a", "1")),
            meanwhile(
                () -> {
                  var unused = fixture.services.imports().cancel(fixture.owner, onlyImport());
                }));

    assertThat(cancelled.state()).isEqualTo(ImportState.CANCELLED);
    assertThat(cancelled.counts()).isEqualTo(ImportCounts.NONE);
    assertThat(fixture.rows("library_version")).isEmpty();
  }

  private Uid onlyImport() {
    return Uid.ofBytes(
        HexFormat.of().parseHex(fixture.rows("hub_import").get(0).split("\\|", -1)[0]));
  }

  /** Returns a format while whose batches are stored another thread does something. */
  private RecordFormat<ArtifactRecord> meanwhile(Runnable task) {
    return new ForwardingFormat(
        new ArtifactFormat(fixture.group, Ecosystem.JAVA, ImportFixture::line)) {
      @Override
      public Outcome store(Connection connection, List<ArtifactRecord> records, Instant now)
          throws SQLException {
        Outcome outcome = super.store(connection, records, now);
        try (Together together = new Together()) {
          Object unused = Together.await(together.start(Executors.callable(task)));
        }
        return outcome;
      }
    };
  }

  /** Stores an import that runs, on which nobody works. */
  private Uid create(Uid group) {
    return fixture
        .services
        .importRuns()
        .create(fixture.owner, group.newChild(), JAVA.in(group), 1)
        .uid();
  }

  /** The clocks of two nodes that are ready may differ by almost a minute. */
  @Test
  void aNodeWhoseClockIsAheadEndsNoImportsOfANodeWhoseClockIsBehind() {
    start(TestDatabase.MYSQL);
    Uid uid = fixture.group.newChild();
    runs(Duration.ofSeconds(-25)).create(fixture.owner, uid, JAVA.in(fixture.group), 1);

    runs(Duration.ofSeconds(25)).renew(Set.of());

    assertThat(fixture.services.importRuns().read(uid).state()).isEqualTo(ImportState.RUNNING);
  }

  private ImportRuns runs(Duration ahead) {
    DatabaseClock clock = fixture.services.databaseClock(Clock.offset(Clock.systemUTC(), ahead));
    clock.compare();
    return fixture.services.importRuns(clock);
  }

  @Test
  void aServerThatIsBeingStoppedStartsNoImports() throws IOException {
    start(TestDatabase.H2);
    ImportPlace place = fixture.imports().prepare(fixture.owner, JAVA.in(fixture.group));
    place.spool().fill(new ByteArrayInputStream(bytes(version("a", "1"))));
    fixture.stop();

    assertUnavailable(() -> fixture.imports().prepare(fixture.owner, JAVA.in(fixture.group)));
    assertUnavailable(() -> fixture.imports().start(fixture.owner, place));

    assertThat(fixture.rows("hub_import")).singleElement().asString().contains("|INTERRUPTED|");
    assertThat(directory.resolve("imports")).isEmptyDirectory();
  }

  /** Two run, and the third waits for its turn, which does not come any more. */
  @Test
  @Timeout(60)
  void aServerThatIsBeingStoppedInterruptsWhatWaits() throws Exception {
    start(TestDatabase.H2);
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch release = new CountDownLatch(1);
    ArtifactLine.Reader held =
        line -> {
          begun.countDown();
          assertThatNoException().isThrownBy(release::await);
          return ImportFixture.line(line);
        };
    try (Together together = new Together()) {
      List<Future<Import>> running =
          List.of(together.start(anImport(held)), together.start(anImport(held)));
      begun.await();
      Future<Import> waiting = together.start(anImport(ImportFixture::line));
      fixture.awaitQueued(3);

      Future<?> stopped = together.start(Executors.callable(fixture::stop));

      assertThat(Together.await(waiting).state()).isEqualTo(ImportState.INTERRUPTED);
      assertThat(stopped).isNotDone();
      release.countDown();
      Object unused = Together.await(stopped);
      assertThat(running)
          .extracting(each -> Together.await(each).state())
          .containsExactly(ImportState.INTERRUPTED, ImportState.INTERRUPTED);
    } finally {
      release.countDown(); // else the end of the fixture would wait for them
    }
    assertThat(fixture.rows("library_version")).isEmpty();
    assertThat(directory.resolve("imports")).isEmptyDirectory();
  }

  /** Returns what runs an import into a new group. */
  private Callable<Import> anImport(ArtifactLine.Reader reader) {
    Uid group = fixture.world.group(fixture.root);
    return () -> fixture.run(fixture.imports(), JAVA.in(group, reader), bytes(version("a", "1")));
  }

  private static void assertUnavailable(ThrowingCallable call) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(call)
        .matches(e -> e.code() == ErrorCode.UNAVAILABLE);
  }

  private static void assertRunning(ThrowingCallable call) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(call)
        .matches(e -> e.code() == ErrorCode.FAILED_PRECONDITION)
        .matches(e -> e.details().toString().contains("IMPORT_RUNNING"));
  }

  @ParameterizedTest
  @EnumSource
  void everythingGoesWithItsGroup(TestDatabase database) {
    start(database);
    fixture.run(Ecosystem.JAVA, version("a", "1"), version("a", "2"), version("b", "1"), "{");
    fixture.run(Ecosystem.GO, version("m", "v1.0.0"));

    fixture.services.groups().delete(fixture.owner, fixture.group, VersionCondition.ANY);

    assertThat(fixture.rows("hub_import")).isEmpty();
    fixture.services.artifactPurge().run();
    fixture.services.importPurge().run();
    for (String table :
        List.of(
            "library_content",
            "library_artifact",
            "library_version",
            "hub_import_remains",
            "hub_import_issue")) {
      assertThat(fixture.rows(table)).as(table).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anImportTakesTheCapabilityOfItsEcosystem(TestDatabase database) throws IOException {
    start(database);
    Caller java = World.holding(Set.of(Capability.LIBRARIES_JAVA_CREATE), fixture.group);
    Caller reader = World.holding(Set.of(Capability.LIBRARIES_ARTIFACTS_LIST), fixture.group);
    Request go = new Request(Ecosystem.GO, false, false);
    ImportService imports = fixture.imports();
    assertDenied(() -> imports.prepare(java, go.in(fixture.group)));
    assertDenied(() -> imports.prepare(reader, JAVA.in(fixture.group)));
    assertDenied(() -> imports.prepare(java, JAVA.in(fixture.root)));
    assertDenied(() -> imports.prepare(java, JAVA.in(fixture.root.newChild())));
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> imports.prepare(fixture.owner, JAVA.in(fixture.root.newChild())))
        .matches(e -> e.code() == ErrorCode.NOT_FOUND);

    ImportPlace place = imports.prepare(java, JAVA.in(fixture.group));
    place.spool().fill(new ByteArrayInputStream(bytes(version("a", "1"))));
    assertDenied(() -> imports.start(reader, place));
    Import done = imports.start(java, place);

    assertDenied(() -> fixture.services.imports().get(java, done.uid()));
    assertDenied(() -> fixture.services.imports().issues(java, done.uid(), 0, 1));
    assertDenied(() -> fixture.services.imports().cancel(reader, done.uid()));
    assertThat(fixture.services.imports().get(reader, done.uid())).isEqualTo(done);
  }

  /** A caller who may neither cancel nor read an import does not find out that there is one. */
  @ParameterizedTest
  @EnumSource
  void cancellingTakesTheCapabilityOfTheEcosystemAlone(TestDatabase database) {
    start(database);
    ImportService imports = fixture.services.imports();
    Uid running = create(fixture.group);
    Uid missing = fixture.group.newChild();
    Uid elsewhere = fixture.world.group(fixture.root);
    Caller go = World.holding(Set.of(Capability.LIBRARIES_GO_CREATE), fixture.group);
    Caller java = World.holding(Set.of(Capability.LIBRARIES_JAVA_CREATE), fixture.group);
    Caller reader = World.holding(Set.of(Capability.LIBRARIES_ARTIFACTS_LIST), fixture.group);
    Caller outside =
        World.holding(
            Set.of(Capability.LIBRARIES_JAVA_CREATE, Capability.LIBRARIES_ARTIFACTS_LIST),
            elsewhere);

    for (Caller other : List.of(go, outside)) {
      String ofRunning = denial(() -> imports.cancel(other, running));
      String ofMissing = denial(() -> imports.cancel(other, missing));
      assertThat(ofRunning.replace(running.value(), missing.value())).isEqualTo(ofMissing);
    }
    assertThat(denial(() -> imports.cancel(java, missing)))
        .isEqualTo(denial(() -> imports.cancel(go, missing)));
    assertThat(denial(() -> imports.cancel(reader, running)))
        .contains(Capability.LIBRARIES_JAVA_CREATE.dottedName());
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> imports.cancel(reader, missing))
        .matches(e -> e.code() == ErrorCode.NOT_FOUND);
    assertThat(imports.get(fixture.owner, running).state()).isEqualTo(ImportState.RUNNING);

    assertThat(imports.cancel(java, running).state()).isEqualTo(ImportState.CANCELLED);
    assertThat(imports.cancel(java, running).state()).isEqualTo(ImportState.CANCELLED);
  }

  /** A caller that may read other imports finds out as little as for an import that is missing. */
  @Test
  void anImportOfAKindThatTheCallerCannotReadDoesNotExist() {
    start(TestDatabase.H2);
    ImportKind other =
        new ImportKind(
            "other",
            Capability.ADVISORIES_LIST,
            "others.create",
            "others",
            Set.of(Container.LINES),
            1);
    ImportService imports =
        fixture.services.imports(
            fixture.services.importQueue(), List.of(ArtifactFormat.KIND, other));
    Caller reader = World.holding(Set.of(Capability.ADVISORIES_LIST), fixture.group);
    Caller stranger = World.holding(Set.of(Capability.LIBRARIES_GO_CREATE), fixture.group);

    for (Uid uid : List.of(create(fixture.group), fixture.group.newChild())) {
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              () -> imports.get(reader, uid),
              () -> imports.issues(reader, uid, 0, 1),
              () -> imports.cancel(reader, uid))) {
        assertThatExceptionOfType(PlatformException.class)
            .isThrownBy(call)
            .matches(e -> e.code() == ErrorCode.NOT_FOUND);
      }
      assertThat(denial(() -> imports.get(stranger, uid)))
          .contains("libraries.artifacts.list or advisories.list");
      assertThat(denial(() -> imports.cancel(stranger, uid)))
          .contains("libraries.<ecosystem>.create or others.create");
    }
  }

  private static String denial(ThrowingCallable call) {
    PlatformException denied = catchThrowableOfType(PlatformException.class, call);
    assertThat(denied.code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
    return denied.getMessage() + denied.details();
  }

  private static void assertDenied(ThrowingCallable call) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(call)
        .matches(e -> e.code() == ErrorCode.PERMISSION_DENIED);
  }
}
