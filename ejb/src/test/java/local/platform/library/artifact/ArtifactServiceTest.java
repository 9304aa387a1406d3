package local.platform.library.artifact;

import static local.platform.library.artifact.ImportFixture.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.uid.Uid;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArtifactServiceTest {
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

  private void importInto(Uid group, Ecosystem ecosystem, String... lines) {
    var unused = fixture.runIn(group, ecosystem, lines);
  }

  private static ArtifactQuery of(Ecosystem... ecosystems) {
    return new ArtifactQuery(Set.of(ecosystems), "", Optional.empty(), false, false);
  }

  private List<String> names(Caller caller, ArtifactQuery query) {
    return names(caller, query, "");
  }

  private List<String> names(Caller caller, ArtifactQuery query, String order) {
    Page<Artifact> page = artifacts.list(caller, query, new PageRequest(200, "", order, 0));
    assertThat(page.totalCount()).hasValue(page.items().size());
    return page.items().stream().map(Artifact::name).toList();
  }

  private static Caller readerAt(Uid group) {
    return World.holding(Set.of(Capability.LIBRARIES_ARTIFACTS_LIST), group);
  }

  @ParameterizedTest
  @EnumSource
  void aCallerSeesTheArtifactsOfItsGroups(TestDatabase database) {
    start(database);
    Uid below = fixture.world.group(fixture.group);
    Uid beside = fixture.world.group(fixture.root);
    importInto(fixture.group, Ecosystem.JAVA, version("lib", "1"), version("own", "1"));
    importInto(below, Ecosystem.JAVA, version("lib", "2"), version("below", "1"));
    importInto(beside, Ecosystem.JAVA, version("lib", "3"), version("beside", "1"));
    importInto(beside, Ecosystem.GO, version("m", "v1.0.0"));
    Caller here = readerAt(fixture.group);

    assertThat(names(here, of(Ecosystem.JAVA))).containsExactly("below", "lib", "lib", "own");
    assertThat(names(readerAt(below), of(Ecosystem.JAVA, Ecosystem.GO)))
        .containsExactly("below", "lib");
    assertThat(names(readerAt(fixture.root), of(Ecosystem.JAVA)))
        .containsExactly("below", "beside", "lib", "lib", "lib", "own");
    assertThat(names(readerAt(fixture.root), of(Ecosystem.JAVA, Ecosystem.GO))).hasSize(7);
    assertThat(names(readerAt(fixture.root.newChild()), of(Ecosystem.JAVA))).isEmpty();
    assertThat(
            names(
                World.holding(Set.of(Capability.LIBRARIES_JAVA_LIST), fixture.root),
                of(Ecosystem.JAVA)))
        .isEmpty();
    assertThat(artifacts.counts(here, ALL))
        .isEqualTo(
            Map.of(
                Ecosystem.JAVA, 4L,
                Ecosystem.PYTHON, 0L,
                Ecosystem.JAVASCRIPT, 0L,
                Ecosystem.DOTNET, 0L,
                Ecosystem.GO, 0L));

    // Two groups with one name are two artifacts, and what is not visible looks like what is not.
    List<Artifact> libs =
        artifacts
            .list(readerAt(fixture.root), of(Ecosystem.JAVA), new PageRequest(200, "", "", 0))
            .items()
            .stream()
            .filter(artifact -> artifact.name().equals("lib"))
            .toList();
    assertThat(libs)
        .extracting(Artifact::id)
        .doesNotHaveDuplicates()
        .allMatch(id -> id.matches("java-[0-9a-f]{40}"));
    for (Artifact lib : libs) {
      boolean visible = !lib.latestVersion().equals("3");
      if (visible) {
        assertThat(versions(here, lib.id(), ALL).items()).hasSize(1);
      } else {
        assertNotFound(here, lib.id(), ALL);
      }
      assertNotFound(here, lib.id(), Set.of(Ecosystem.PYTHON, Ecosystem.GO));
      assertNotFound(here, lib.id().replace("java", "python"), ALL);
    }
    for (String id : List.of("", "x", "java-", "java-" + "0".repeat(40), "a/b", "é".repeat(300))) {
      assertNotFound(here, id, ALL);
    }
  }

  private Page<ArtifactVersion> versions(Caller caller, String id, Set<Ecosystem> ecosystems) {
    return artifacts.versions(caller, id, ecosystems, new PageRequest(0, "", "", 0));
  }

  private void assertNotFound(Caller caller, String id, Set<Ecosystem> ecosystems) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> versions(caller, id, ecosystems))
        .matches(e -> e.code() == ErrorCode.NOT_FOUND)
        .withMessage("Not found: there is no such artifact, or none that the caller may see");
  }

  @ParameterizedTest
  @EnumSource
  void filtersRestrictTheList(TestDatabase database) {
    start(database);
    importInto(
        fixture.group,
        Ecosystem.PYTHON,
        version("torch", "2.3.0+cu121"),
        version("vision", "1.0", "'cudaVersion': '12.4'"),
        version("Torch-Fixed", "1.0", "'sourceType': 'INTERNAL_REMEDIATED'"),
        version("up", "1.0+cu121", "'sourceType': 'UPSTREAM_REGISTRY'"),
        version("a_100%", "1.0"));
    importInto(
        fixture.group,
        Ecosystem.JAVA,
        version("Torch", "1"),
        version("torch-up", "1", "'sourceType': 'UPSTREAM_REGISTRY'"));
    Caller caller = fixture.owner;
    ArtifactQuery both = of(Ecosystem.PYTHON, Ecosystem.JAVA);

    assertThat(names(caller, with(both, "TORCH", null, false, false)))
        .containsExactly("Torch", "torch", "torch-fixed");
    assertThat(names(caller, with(both, "torch", null, false, true)))
        .containsExactly("Torch", "torch", "torch-fixed", "torch-up");
    assertThat(names(caller, with(both, "100%", null, false, false))).containsExactly("a-100%");
    assertThat(names(caller, with(both, "_", null, false, false))).isEmpty();
    assertThat(names(caller, with(both, "é", null, false, false))).isEmpty();
    assertThat(names(caller, with(both, "", "12.1", false, false))).containsExactly("torch");
    assertThat(names(caller, with(both, "", "cu121", false, true))).containsExactly("torch", "up");
    assertThat(names(caller, with(both, "", "12.4", false, false))).containsExactly("vision");
    assertThat(names(caller, with(both, "", "124", false, false))).isEmpty();
    assertThat(names(caller, with(of(Ecosystem.JAVA), "", "12.1", false, false))).isEmpty();
    assertThat(names(caller, with(both, "", null, true, false))).containsExactly("torch-fixed");
    assertThat(names(caller, of())).isEmpty();
    assertThat(artifacts.counts(caller, Set.of(Ecosystem.JAVA)))
        .isEqualTo(Map.of(Ecosystem.JAVA, 1L));
    String up = fixture.artifacts(with(both, "torch-up", null, false, true)).get(0).id();
    assertNotFound(caller, up, ALL);
    assertThat(fixture.versions(up, true)).containsExactly("1");
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> names(caller, with(both, "x".repeat(201), null, false, false)))
        .matches(e -> e.code() == ErrorCode.INVALID_ARGUMENT);
  }

  private static ArtifactQuery with(
      ArtifactQuery query, String text, String cuda, boolean remediated, boolean upstream) {
    return new ArtifactQuery(
        query.ecosystems(), text, Optional.ofNullable(cuda), remediated, upstream);
  }

  @ParameterizedTest
  @EnumSource
  void pagesFollowTheOrderAndWhatComesInBetweenDoesNotShiftThem(TestDatabase database) {
    start(database);
    importInto(
        fixture.group,
        Ecosystem.JAVA,
        IntStream.range(0, 9)
            .mapToObj(
                i ->
                    version(
                        "lib" + i,
                        "1." + i,
                        "'publishedTime': '2020-01-0%sT00:00:00Z'".formatted(9 - i)))
            .toArray(String[]::new));
    assertThat(names(fixture.owner, of(Ecosystem.JAVA), "name desc").get(0)).isEqualTo("lib8");
    assertThat(names(fixture.owner, of(Ecosystem.JAVA), "create_time").get(0)).isEqualTo("lib8");
    assertThat(names(fixture.owner, of(Ecosystem.JAVA), "updateTime desc").get(0))
        .isEqualTo("lib0");
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> names(fixture.owner, of(Ecosystem.JAVA), "version"))
        .matches(e -> e.code() == ErrorCode.INVALID_ARGUMENT);

    importInto(
        fixture.group,
        Ecosystem.JAVA,
        IntStream.range(10, 19).mapToObj(i -> version("m", "1." + i)).toArray(String[]::new));
    String id = fixture.artifact(Ecosystem.JAVA, "m").id();
    List<String> seen = new ArrayList<>();
    String token = "";
    int round = 0;
    do {
      Page<ArtifactVersion> page =
          artifacts.versions(fixture.owner, id, ALL, new PageRequest(2, token, "version", 0));
      page.items().forEach(version -> seen.add(version.version()));
      assertThat(page.totalCount()).hasValue(9);
      token = page.nextPageToken().orElse("");
      // One before, and one after, what was shown.
      importInto(
          fixture.group,
          Ecosystem.JAVA,
          version("m", "1.0." + round),
          version("m", "9." + round++));
    } while (!token.isEmpty() && seen.size() < 9);
    assertThat(seen)
        .startsWith("1.10", "1.11", "1.12", "1.13", "1.14", "1.15", "1.16", "1.17", "1.18")
        .doesNotHaveDuplicates();

    List<String> window = new ArrayList<>();
    artifacts.walkVersions(
        fixture.owner, id, false, new Window(1, 2), version -> window.add(version.version()));
    assertThat(window).isEqualTo(fixture.versions(id, false).subList(1, 3));
  }

  @ParameterizedTest
  @EnumSource
  void aPageOfVersionsBelongsToItsArtifact(TestDatabase database) {
    start(database);
    importInto(
        fixture.group,
        Ecosystem.JAVA,
        version("a", "1"),
        version("a", "2"),
        version("b", "1"),
        version("b", "2"));
    String a = fixture.artifact(Ecosystem.JAVA, "a").id();
    String b = fixture.artifact(Ecosystem.JAVA, "b").id();
    String token =
        artifacts
            .versions(fixture.owner, a, ALL, new PageRequest(1, "", "", 0))
            .nextPageToken()
            .orElseThrow();

    assertThat(artifacts.versions(fixture.owner, a, ALL, new PageRequest(1, token, "", 0)).items())
        .extracting(ArtifactVersion::version)
        .containsExactly("1");
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(
            () -> artifacts.versions(fixture.owner, b, ALL, new PageRequest(1, token, "", 0)))
        .matches(e -> e.code() == ErrorCode.INVALID_ARGUMENT)
        .matches(e -> e.details().toString().contains("pageToken"));
  }
}
