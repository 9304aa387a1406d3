package local.platform.library.artifact;

import static local.platform.library.artifact.ImportFixture.bytes;
import static local.platform.library.artifact.ImportFixture.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Grants.Grant;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.resource.ApiRequest;
import local.platform.foundation.resource.DryRun;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.hub.imports.Import;
import local.platform.hub.imports.ImportCounts;
import local.platform.hub.imports.ImportIssue;
import local.platform.hub.imports.ImportQuery;
import local.platform.hub.imports.ImportRequest;
import local.platform.hub.imports.ImportService;
import local.platform.hub.imports.ImportState;
import local.platform.library.artifact.ImportFixture.Request;
import local.platform.testing.World;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests imports of several formats, each with capabilities, counts and notes of its own. */
class OtherFormatTest {
  private static final ApiRequest DRY_RUN =
      new ApiRequest(
          "Tests/Cancel", Optional.empty(), "test", Optional.of(new DryRun()), Optional.empty());

  private static final ImportQuery ANY = query(UidpFilter.NONE, "", "");

  @TempDir private Path directory;
  private ImportFixture fixture;

  private void start(TestDatabase database) {
    fixture = new ImportFixture(database, directory);
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  private ImportService imports() {
    return fixture.imports(List.of(ArtifactFormat.KIND, OtherFormat.KIND));
  }

  private Import runOther(String subject, String... records) {
    return fixture.run(imports(), request(subject), bytes(records));
  }

  private ImportRequest request(String subject) {
    return new ImportRequest(fixture.group, new OtherFormat(fixture.group, subject), false, false);
  }

  private Import runArtifacts() {
    return fixture.run(Ecosystem.JAVA, version("a", "1"));
  }

  private Caller holding(Capability... capabilities) {
    return World.holding(Set.of(capabilities), fixture.group);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNotedOrSkippedIsCountedBesideWhatIsRefused(TestDatabase database) {
    start(database);

    Import done =
        runOther(
            "source",
            version("a", "1", "'description': 'first'"),
            version("b", "skipped"),
            "{}",
            version("c", "1"),
            version("d", "1", "'description': 'second'"));

    assertThat(done.counts()).isEqualTo(new ImportCounts(5, 3, 0, 0, 0, 0, 1, 2, 1));
    assertThat(imports().get(fixture.owner, done.uid())).isEqualTo(done);
    assertThat(imports().issues(fixture.owner, done.uid(), 0, 9))
        .extracting(
            ImportIssue::line,
            ImportIssue::reason,
            ImportIssue::taken,
            ImportIssue::record,
            ImportIssue::field,
            ImportIssue::description)
        .contains(
            tuple(1L, "NOTED", true, "a 1", "description", "first"),
            tuple(5L, "NOTED", true, "d 1", "description", "second"))
        .extracting(issue -> issue.toList().get(2))
        .containsExactly(true, false, true);
  }

  /** Those of one format say nothing about imports of another, in the same group. */
  @ParameterizedTest
  @EnumSource
  void anImportIsReadAndCancelledByTheCapabilitiesOfItsFormat(TestDatabase database) {
    start(database);
    ImportService imports = imports();
    Uid artifacts = runArtifacts().uid();
    Uid other =
        fixture
            .services
            .importRuns()
            .create(fixture.owner, fixture.group.newChild(), request("source"), 1)
            .uid();
    Caller lists = holding(Capability.LIBRARIES_ARTIFACTS_LIST, Capability.LIBRARIES_JAVA_CREATE);
    Caller reads = holding(Capability.ADVISORIES_LIST);
    Caller creates = holding(Capability.ADVISORIES_CREATE);

    assertThat(imports.get(lists, artifacts).uid()).isEqualTo(artifacts);
    assertThat(imports.get(reads, other).uid()).isEqualTo(other);
    assertFails(ErrorCode.NOT_FOUND, () -> imports.get(reads, artifacts));
    assertFails(ErrorCode.NOT_FOUND, () -> imports.get(lists, other));
    assertFails(ErrorCode.NOT_FOUND, () -> imports.issues(lists, other, 0, 1));
    assertFails(ErrorCode.PERMISSION_DENIED, () -> imports.get(creates, other));
    assertFails(ErrorCode.NOT_FOUND, () -> imports.cancel(lists, other));
    assertFails(ErrorCode.PERMISSION_DENIED, () -> imports.cancel(reads, other));
    assertThat(imports.cancel(creates, other).state()).isEqualTo(ImportState.CANCELLED);
  }

  @ParameterizedTest
  @EnumSource
  void startingTakesAllCapabilitiesOfTheFormat(TestDatabase database) {
    start(database);
    ImportService imports = imports();
    for (Capability missing : List.of(Capability.ADVISORIES_UPDATE, Capability.ADVISORIES_CREATE)) {
      Caller some =
          holding(
              missing == Capability.ADVISORIES_UPDATE
                  ? Capability.ADVISORIES_CREATE
                  : Capability.ADVISORIES_UPDATE,
              Capability.LIBRARIES_JAVA_CREATE);
      assertThatExceptionOfType(PlatformException.class)
          .isThrownBy(() -> imports.prepare(some, request("source")))
          .matches(e -> e.code() == ErrorCode.PERMISSION_DENIED)
          .withMessageContaining(missing.dottedName());
    }
    imports
        .prepare(
            holding(Capability.ADVISORIES_CREATE, Capability.ADVISORIES_UPDATE), request("source"))
        .close();
  }

  /** In each group of the tree there is an import of artifacts, and one of the other format. */
  @ParameterizedTest
  @EnumSource
  void aListShowsWhatTheCallerReadsOfEachFormat(TestDatabase database) {
    start(database);
    Uid below = fixture.world.group(fixture.group);
    Uid beside = fixture.world.group(fixture.root);
    List<Uid> artifacts = new ArrayList<>();
    List<Uid> others = new ArrayList<>();
    for (Uid group : List.of(fixture.group, below, beside)) {
      artifacts.add(create(new Request(Ecosystem.JAVA, false, false).in(group)));
      others.add(create(new ImportRequest(group, new OtherFormat(group, "s"), false, false)));
      others.add(create(new ImportRequest(group, new OtherFormat(group, "t"), false, false)));
    }
    List<Uid> all = Stream.concat(artifacts.stream(), others.stream()).sorted().toList();
    Caller both =
        World.caller(
            List.of(
                new Grant(fixture.group, Set.of(Capability.ADVISORIES_LIST)),
                new Grant(beside, Set.of(Capability.LIBRARIES_ARTIFACTS_LIST))));

    for (String order : List.of("", "create_time desc")) {
      assertThat(list(fixture.owner, ANY, order)).containsExactlyInAnyOrderElementsOf(all);
      assertThat(list(both, ANY, order))
          .containsExactlyInAnyOrder(
              others.get(0), others.get(1), others.get(2), others.get(3), artifacts.get(2));
      assertThat(list(both, query(UidpFilter.NONE, "others", ""), order))
          .containsExactlyInAnyOrderElementsOf(others.subList(0, 4));
      assertThat(list(both, query(UidpFilter.NONE, "library-artifacts", ""), order))
          .containsExactly(artifacts.get(2));
      assertThat(list(both, query(UidpFilter.NONE, "", "t"), order))
          .containsExactlyInAnyOrder(others.get(1), others.get(3));
      assertThat(list(both, query(UidpFilter.NONE.onlyChildrenOf(below), "others", "s"), order))
          .containsExactly(others.get(2));
      assertThat(list(both, query(UidpFilter.NONE, "library-artifacts", "s"), order)).isEmpty();
      assertThat(list(both, query(UidpFilter.NONE, "", "é"), order)).isEmpty();
      assertThat(list(holding(Capability.ADVISORIES_CREATE), ANY, order)).isEmpty();
    }
    assertThat(list(fixture.owner, ANY, "")).isSorted();
    assertThat(imports().list(both, ANY, new PageRequest(2, "", "", 0)).totalCount()).hasValue(5);
    fixture.clock.advance(Duration.ofSeconds(31));
    assertThat(imports().list(both, ANY, new PageRequest(9, "", "", 0)).items())
        .extracting(Import::state)
        .containsOnly(ImportState.INTERRUPTED);
  }

  /** Cron jobs import for years; those of another subject, format or group do not count. */
  @ParameterizedTest
  @EnumSource
  void theNewestHundredOfASubjectAreKeptWithTheirIssues(TestDatabase database) {
    start(database);
    Uid artifacts = runArtifacts().uid();
    Uid other = runOther("t", "{}").uid();
    List<Uid> imports = new ArrayList<>();
    for (int i = 0; i < ImportService.MAX_KEPT; i++) {
      fixture.clock.advance(Duration.ofMillis(1));
      imports.add(runOther("s", "{}").uid());
    }
    assertThat(list(fixture.owner, query(UidpFilter.NONE, "others", "s"), ""))
        .containsExactlyInAnyOrderElementsOf(imports);
    fixture.clock.advance(Duration.ofMillis(1));
    imports.add(runOther("s", "{}").uid());

    assertThat(list(fixture.owner, query(UidpFilter.NONE, "others", "s"), "create_time"))
        .containsExactlyElementsOf(imports.subList(1, imports.size()));
    assertFails(ErrorCode.NOT_FOUND, () -> imports().get(fixture.owner, imports.get(0)));
    fixture.services.importPurge().run();
    assertThat(fixture.rows("hub_import_issue")).hasSize(ImportService.MAX_KEPT + 1);
    assertThat(imports().get(fixture.owner, artifacts).state()).isEqualTo(ImportState.DONE);
    assertThat(imports().issues(fixture.owner, other, 0, 9)).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void eachImportThatEndsIsCountedOnce(TestDatabase database) {
    start(database);
    runArtifacts();
    runOther("s", "{}");
    runOther("s", "nonsense");
    ImportRequest again = request("t");
    Uid cancelled = create(again);
    imports().cancel(fixture.owner.making(DRY_RUN), cancelled);
    imports().cancel(fixture.owner, cancelled);
    imports().cancel(fixture.owner, cancelled);
    create(again);
    fixture.clock.advance(Duration.ofSeconds(31));
    create(again);
    fixture.clock.advance(Duration.ofSeconds(31));
    fixture.services.importRuns().renew(Set.of());
    fixture.services.importRuns().renew(Set.of());

    assertThat(fixture.services.endedImports())
        .containsOnly(
            entry("library-artifacts DONE", 1),
            entry("others DONE", 1),
            entry("others FAILED", 1),
            entry("others CANCELLED", 1),
            entry("others INTERRUPTED", 2));
  }

  private Uid create(ImportRequest request) {
    fixture.clock.advance(Duration.ofMillis(1));
    return fixture
        .services
        .importRuns()
        .create(fixture.owner, request.group().newChild(), request, 1)
        .uid();
  }

  private static ImportQuery query(UidpFilter uidp, String format, String subject) {
    return new ImportQuery(uidp, format, subject);
  }

  /** Reads a list in pages of two. */
  private List<Uid> list(Caller caller, ImportQuery query, String order) {
    List<Uid> uids = new ArrayList<>();
    String token = "";
    do {
      Page<Import> page = imports().list(caller, query, new PageRequest(2, token, order, 0));
      page.items().forEach(each -> uids.add(each.uid()));
      token = page.nextPageToken().orElse("");
    } while (!token.isEmpty());
    return uids;
  }

  private static void assertFails(ErrorCode code, ThrowingCallable call) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(call)
        .matches(e -> e.code() == code, code.name());
  }
}
