package local.platform.library.artifact;

import static local.platform.library.artifact.ImportFixture.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.hub.imports.Import;
import local.platform.library.artifact.ImportFixture.Request;
import local.platform.testing.Together;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArtifactPurgeTest {
  private static final List<String> TABLES =
      List.of("library_content", "library_artifact", "library_version");
  private static final Set<Ecosystem> ALL = EnumSet.allOf(Ecosystem.class);

  @TempDir private Path directory;
  private ImportFixture fixture;
  private ArtifactService artifacts;

  @AfterEach
  void stop() {
    fixture.close();
  }

  private void start(TestDatabase database) {
    fixture = new ImportFixture(database, directory);
    artifacts = fixture.services.artifacts();
  }

  private void deleteGroup(Uid group) {
    fixture.services.groups().delete(fixture.owner, group, VersionCondition.ANY);
  }

  @ParameterizedTest
  @EnumSource
  void theArtifactsOfADeletedGroupAreHiddenAtOnce(TestDatabase database) {
    start(database);
    Uid other = fixture.world.group(fixture.root);
    fixture.run(Ecosystem.JAVA, version("a", "1"), version("b", "1"));
    fixture.run(Ecosystem.GO, version("m", "v1.0.0"));
    fixture.runIn(other, Ecosystem.JAVA, version("a", "2"));
    List<Artifact> all = fixture.artifacts(Ecosystem.JAVA);
    assertThat(all).extracting(Artifact::name).containsExactly("a", "a", "b");
    Artifact hidden = all.get(2);

    deleteGroup(fixture.group);

    ArtifactQuery query = new ArtifactQuery(ALL, "", Optional.empty(), false, false);
    Page<Artifact> page = artifacts.list(fixture.owner, query, new PageRequest(1, "", "", 0));
    assertThat(page.items()).extracting(Artifact::latestVersion).containsExactly("2");
    assertThat(page.totalCount()).hasValue(1);
    assertThat(page.nextPageToken()).isEmpty();
    assertThat(artifacts.counts(fixture.owner, ALL))
        .containsEntry(Ecosystem.JAVA, 1L)
        .containsEntry(Ecosystem.GO, 0L);
    assertNotFound(() -> artifacts.requireVisible(fixture.owner, hidden.id(), true));
    assertNotFound(
        () -> artifacts.versions(fixture.owner, hidden.id(), ALL, new PageRequest(1, "", "", 0)));
    assertNotFound(
        () -> artifacts.walkVersions(fixture.owner, hidden.id(), true, Window.ALL, version -> {}));
    assertThat(fixture.rows("library_version")).hasSize(4);
  }

  @ParameterizedTest
  @EnumSource
  void theyAreDeletedInBatchesWithoutTouchingThoseOfOtherGroups(TestDatabase database) {
    start(database);
    Uid other = fixture.world.group(fixture.root);
    fixture.runIn(other, Ecosystem.JAVA, version("x", "1"));
    Map<String, List<String>> before = rows();
    // More versions than a batch in one artifact, and more artifacts than a batch.
    fixture.run(
        Ecosystem.JAVA,
        IntStream.range(0, ArtifactPurge.BATCH + 2)
            .mapToObj(i -> version("large", "1." + i))
            .toArray(String[]::new));
    fixture.run(
        Ecosystem.GO,
        IntStream.range(0, ArtifactPurge.BATCH + 2)
            .mapToObj(i -> version("m" + i, "v1.0.0"))
            .toArray(String[]::new));
    deleteGroup(fixture.group);

    List<String> statements =
        fixture.services.meter().record(() -> fixture.services.artifactPurge().run());

    assertThat(rows()).isEqualTo(before);
    // Of 250 rows each.
    int most = ArtifactPurge.BATCH / 250 + 1;
    assertThat(statements)
        .filteredOn(sql -> sql.startsWith("DELETE FROM library_version"))
        .hasSizeBetween(2 * most, 3 * most);
  }

  @ParameterizedTest
  @EnumSource
  void nodesThatPurgeAtTheSameTimeDoNotDisturbEachOther(TestDatabase database) {
    start(database);
    fixture.run(
        Ecosystem.JAVA,
        IntStream.range(0, 1_500)
            .mapToObj(i -> version("a" + i % 7, "1." + i))
            .toArray(String[]::new));
    deleteGroup(fixture.group);

    try (Together together = new Together()) {
      Runnable purge = () -> fixture.services.artifactPurge().run();
      assertThat(together.run(List.of(done(purge), done(purge), done(purge))))
          .allMatch(Together.Outcome::isDone);
    }

    fixture.services.artifactPurge().run();
    assertThat(rows().values()).allMatch(List::isEmpty);
  }

  @ParameterizedTest
  @EnumSource
  void aCompleteImportRemovesTheVersionsOfALargeArtifactInBatches(TestDatabase database) {
    start(database);
    String[] all =
        IntStream.range(0, ArtifactRows.CHUNK + 5)
            .mapToObj(i -> version("large", "1." + i))
            .toArray(String[]::new);
    fixture.run(Ecosystem.JAVA, all);

    Import done =
        fixture.run(new Request(Ecosystem.JAVA, true, true), ImportFixture.bytes(all[0], all[9]));

    assertThat(done.counts().retracted()).isEqualTo(all.length - 2);
    assertThat(fixture.versions(fixture.artifact(Ecosystem.JAVA, "large").id(), false))
        .containsExactly("1.9", "1.0");
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNotDeletedIsNotPurged(TestDatabase database) {
    start(database);
    fixture.run(Ecosystem.JAVA, version("a", "1"));
    fixture.run(new Request(Ecosystem.JAVA, true, true), new byte[0]);
    fixture.run(Ecosystem.JAVA, version("b", "1"));
    Map<String, List<String>> before = rows();
    assertThat(before.get("library_content")).hasSize(1);

    fixture.services.artifactPurge().run();

    assertThat(rows()).isEqualTo(before);
  }

  private Map<String, List<String>> rows() {
    return TABLES.stream().collect(Collectors.toMap(table -> table, fixture::rows));
  }

  private static Supplier<Boolean> done(Runnable action) {
    return () -> {
      action.run();
      return true;
    };
  }

  private static void assertNotFound(ThrowingCallable call) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(call)
        .matches(e -> e.code() == ErrorCode.NOT_FOUND);
  }
}
