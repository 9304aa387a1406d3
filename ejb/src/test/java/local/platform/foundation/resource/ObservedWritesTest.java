package local.platform.foundation.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Grants.Grant;
import local.platform.config.BootstrapSettings;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.uid.Uid;
import local.platform.iam.binding.RoleBinding;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupDraft;
import local.platform.iam.identity.Identity;
import local.platform.iam.invite.GroupInvite;
import local.platform.kind.Kind;
import local.platform.kind.ResourceService;
import local.platform.testing.Changes;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import local.platform.testing.sample.Samples;
import local.platform.testing.sample.Stage;
import local.platform.testing.sample.Written;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Observers see everything that a service changes: every changing method is in a sample of its kind
 * with its changes, which are compared with the rows that changed.
 */
class ObservedWritesTest {
  /** The methods that change nothing. */
  private static final Set<String> READS =
      Stream.of("get", "list", "walk").map("TagService."::concat).collect(Collectors.toSet());

  private static final Set<String> FURTHER_READS =
      Set.of(
          "AccountAssociationService.check",
          "IdentityService.lookup",
          "OperatorService.list",
          "ResolvedVulnerabilityService.list",
          "AdvisoryService.get",
          "AdvisoryService.list",
          "AdvisoryEventService.walk",
          "RepoService.find",
          "RepoWithReadmeService.walk",
          "RegistryNamespaceService.list",
          "TombstoneService.list",
          "ImageService.architectures",
          "ImageService.size",
          "ImageService.config",
          "ImageService.count",
          "ImageService.requireUpload",
          "TagService.walkHistory",
          "TagService.summarize",
          "ArtifactService.list",
          "ArtifactService.counts",
          "ArtifactService.versions",
          "ArtifactService.requireVisible",
          "ArtifactService.walkVersions",
          "ImportService.prepare",
          "ImportService.get",
          "ImportService.list",
          "ImportService.issues",
          "SourceService.prepareImport",
          "SourceService.provenance",
          "SourceService.readRecord");

  /** Consists of many writes, of which ArtifactImportTest tells. */
  private static final Set<String> OF_SEVERAL_WRITES = Set.of("ImportService.start");

  /** Begins no write if there is nothing to do, so that it does not look for a key either. */
  private static final String DONE_ALREADY = "ImportService.cancel";

  /** The methods that change something other than resources. */
  private static final Set<String> OF_NO_RESOURCE = Set.of("OperatorService.rotateSigningKeys");

  private static final GroupDraft GROUP = new GroupDraft("group", "");

  private static Group rename(Stage stage, Uid group, String name) {
    return stage
        .services()
        .groups()
        .update(stage.owner(), group, Changes.groupName(name), VersionCondition.ANY);
  }

  @Test
  void everyMethodOfEveryServiceIsHere() {
    Set<String> methods =
        new ClassFileImporter()
            .withImportOption(new DoNotIncludeTests()).importPackages("local.platform").stream()
                .filter(type -> type.isInterface() && type.getName().endsWith("Service"))
                .filter(service -> !service.isEquivalentTo(ResourceService.class))
                .flatMap(service -> service.getMethods().stream())
                .map(method -> method.getOwner().getSimpleName() + "." + method.getName())
                .collect(Collectors.toCollection(TreeSet::new));
    try (TestServices services = new TestServices(TestDatabase.H2, new MutableClock())) {
      for (Kind<?, ?, ?> kind : services.kinds().all()) {
        kind.methods().stream()
            .filter(method -> !Set.of("get", "list", "walk").contains(method))
            .forEach(method -> methods.add(kind.name() + "." + method));
      }
    }

    assertThat(methods).containsAll(READS).containsAll(FURTHER_READS).containsAll(OF_NO_RESOURCE);
    methods.removeAll(READS);
    methods.removeAll(FURTHER_READS);
    methods.removeAll(OF_NO_RESOURCE);
    methods.removeAll(OF_SEVERAL_WRITES);
    assertThat(Samples.writes().stream().map(Written::method)).containsAll(methods);
    assertThat(methods).containsAll(Samples.writes().stream().map(Written::method).toList());
  }

  @ParameterizedTest
  @EnumSource
  void everyWriteIsSeenWithAllRowsThatItChanges(TestDatabase database) throws SQLException {
    try (Stage stage = new Stage(database)) {
      for (Written written : Samples.writes()) {
        Runnable write = written.prepare().apply(stage);
        stage.clock().advance(Duration.ofSeconds(1));
        Map<String, String> before = rows(stage.services());

        List<Change> changes = stage.changesOf(write);

        assertThat(changes.stream().map(ObservedWritesTest::text))
            .as(written.method())
            .containsExactlyElementsOf(written.expected());
        assertThat(changes.stream().map(ObservedWritesTest::row))
            .as(written.method())
            .containsExactlyInAnyOrderElementsOf(differences(before, rows(stage.services())));
        assertThat(changes.stream().map(Change::time)).containsOnly(stage.services().now());
        assertThat(changes.stream().map(Change::author))
            .allMatch(author -> author.identity().isPresent())
            .hasSize(changes.size())
            .containsOnly(changes.get(0).author());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDryRunOfAWriteChangesNothingAndIsNotSeen(TestDatabase database) throws SQLException {
    try (Stage stage = new Stage(database)) {
      for (Written written : Samples.writes()) {
        Runnable write = written.prepare().apply(stage);
        Map<String, String> before = allRows(stage.services());
        DryRun dryRun = new DryRun();

        stage.services().request(request(Optional.of(dryRun), Optional.empty()));
        List<Change> seen = stage.changesOf(write);
        stage.services().requestNothing();

        assertThat(seen).as(written.method()).isEmpty();
        assertThat(allRows(stage.services())).as(written.method()).isEqualTo(before);
        long created = written.expected().stream().filter(text -> text.contains("created")).count();
        assertThat(dryRun.created().isEmpty()).as(written.method()).isEqualTo(created == 0);
        // The same write can be made afterwards, as if nothing had been.
        assertThat(stage.changesOf(write).stream().map(ObservedWritesTest::text))
            .as(written.method())
            .containsExactlyElementsOf(written.expected());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWriteThatIsRepeatedWithItsKeyChangesRowsOnce(TestDatabase database) throws SQLException {
    try (Stage stage = new Stage(database)) {
      byte[] key = new byte[32];
      for (Written written : Samples.writes()) {
        Runnable write = written.prepare().apply(stage);
        key[0]++;
        stage.services().request(requestWith(key));

        assertThat(stage.changesOf(write).stream().map(ObservedWritesTest::text))
            .as(written.method())
            .containsExactlyElementsOf(written.expected());

        Map<String, String> after = allRows(stage.services());
        ApiRequest again = requestWith(key);
        stage.services().request(again);
        stage.clock().advance(Duration.ofSeconds(1));

        assertThatCode(() -> assertThat(stage.changesOf(write)).isEmpty())
            .as(written.method())
            .doesNotThrowAnyException();
        assertThat(again.key().orElseThrow().isRepeated())
            .as(written.method())
            .isEqualTo(!written.method().equals(DONE_ALREADY));
        assertThat(allRows(stage.services())).as(written.method()).isEqualTo(after);
        stage.services().requestNothing();
      }
    }
  }

  private static ApiRequest requestWith(byte[] key) {
    byte[] hash = key.clone();
    return request(Optional.empty(), Optional.of(new IdempotencyKey(hash, () -> hash)));
  }

  private static ApiRequest request(Optional<DryRun> dryRun, Optional<IdempotencyKey> key) {
    return new ApiRequest("Tests/Write", Optional.empty(), "test", dryRun, key);
  }

  /** Returns what is in each table, by its name. */
  private static Map<String, String> allRows(TestServices services) throws SQLException {
    Map<String, String> tables = new TreeMap<>();
    try (Connection connection = services.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      List<String> names = new ArrayList<>();
      try (ResultSet found =
          statement.executeQuery(
              "SELECT table_name FROM information_schema.tables"
                  + " WHERE table_schema = SCHEMA() AND table_type = 'BASE TABLE'")) {
        while (found.next()) {
          names.add(found.getString(1));
        }
      }
      assertThat(names).hasSizeGreaterThan(Samples.tables().size());
      String quote = connection.getMetaData().getIdentifierQuoteString();
      for (String name : names) {
        tables.put(name, rowsOf(statement, quote + name + quote));
      }
    }
    return tables;
  }

  private static String rowsOf(Statement statement, String table) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ResultSet found = statement.executeQuery("SELECT * FROM " + table)) {
      while (found.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
          row.append(found.getString(i)).append('|');
        }
        rows.add(row.toString());
      }
    }
    Collections.sort(rows);
    return String.join("\n", rows);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsPurgedIsImpliedByTheDeletionOfItsRepo(TestDatabase database) throws SQLException {
    try (Stage stage = new Stage(database)) {
      Uid repo = stage.world().repo(stage.root()).uid();
      stage.world().image(repo);
      stage.world().tag(repo);
      stage
          .services()
          .tags()
          .delete(stage.owner(), stage.world().tag(repo).uid(), VersionCondition.ANY);
      stage.services().repos().delete(stage.owner(), repo, VersionCondition.ANY);
      Map<String, String> before = rows(stage.services());

      List<Change> changes =
          stage.changesOf(
              () ->
                  stage
                      .services()
                      .repoPurge(stage.services().tagRepository(), stage.services().imagePurge())
                      .run());

      assertThat(changes.stream().map(ObservedWritesTest::text))
          .containsExactly(
              "ImageConfig deleted, implied",
              "Image deleted, implied",
              "Tag deleted, implied",
              "RepoContent deleted, implied");
      assertThat(changes.stream().map(ObservedWritesTest::row))
          .containsExactlyInAnyOrderElementsOf(differences(before, rows(stage.services())));
      assertThat(changes).extracting(Change::author).containsOnly(Author.SERVER);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theServerIsTheAuthorOfTheBootstrap(TestDatabase database) throws SQLException {
    try (TestServices services = new TestServices(database, new MutableClock())) {
      List<Change> changes = new ArrayList<>();
      services.observe(changes::addAll);
      Map<String, String> before = rows(services);

      services.bootstrap().run(new BootstrapSettings("https://issuer.test", "subject", "name"));

      assertThat(changes.stream().map(ObservedWritesTest::text))
          .containsExactly(
              "Group created", "Identity created", "RoleBinding created", "Operator created");
      assertThat(changes.stream().map(ObservedWritesTest::row))
          .containsExactlyInAnyOrderElementsOf(differences(before, rows(services)));
      assertThat(changes).extracting(Change::author).containsOnly(Author.SERVER);
      changes.clear();
      services.bootstrap().run(new BootstrapSettings("https://issuer.test", "subject", "name"));
      assertThat(changes).isEmpty();
    }
  }

  @Test
  void aChangeTellsWhatWasWhatIsAndWhatTheCallerIsTold() {
    try (Stage stage = new Stage(TestDatabase.H2)) {
      List<Group> answers = new ArrayList<>();

      Change created = only(stage.changesOf(() -> answers.add(createGroup(stage))));
      Uid uid = answers.get(0).uid();
      assertThat(created.before()).isEmpty();
      assertThat(created.after()).contains(answers.get(0));
      assertThat(created.shown()).contains(answers.get(0));
      assertThat(created.author()).isEqualTo(stage.owner().author());

      Change changed = only(stage.changesOf(() -> answers.add(rename(stage, uid, "renamed"))));
      assertThat(changed.before()).contains(answers.get(0));
      assertThat(changed.after()).contains(answers.get(1));
      assertThat(changed.shown()).contains(answers.get(1));
      assertThat(answers.get(1).version()).isEqualTo(1);

      Change same = only(stage.changesOf(() -> rename(stage, uid, "renamed")));
      assertThat(same.before()).isEqualTo(same.after()).contains(answers.get(1));

      Change deleted =
          only(
              stage.changesOf(
                  () ->
                      stage.services().groups().delete(stage.owner(), uid, VersionCondition.ANY)));
      assertThat(deleted.before()).contains(answers.get(1));
      assertThat(deleted.after()).isEmpty();
      assertThat(deleted.shown()).isEmpty();
    }
  }

  @Test
  void ofARoleBindingItIsTheRowThatIsComparedAndTheWholeThatIsShown() {
    try (Stage stage = new Stage(TestDatabase.H2)) {
      Identity identity = stage.world().identity(stage.root());
      List<RoleBinding> answers = new ArrayList<>();

      Change created =
          only(
              stage.changesOf(
                  () ->
                      answers.add(
                          stage
                              .world()
                              .bind(stage.root(), identity.uid(), BuiltInRole.VIEWER.uid()))));

      assertThat(created.shown()).contains(answers.get(0));
      assertThat(created.after().orElseThrow().toString())
          .contains(identity.uid().value())
          .contains(BuiltInRole.VIEWER.uid().value());
    }
  }

  @Test
  void ofAnInviteNoObserverSeesTheCode() {
    try (Stage stage = new Stage(TestDatabase.H2)) {
      List<GroupInvite> answers = new ArrayList<>();

      Change created =
          only(
              stage.changesOf(
                  () -> answers.add(stage.world().invite(stage.root(), BuiltInRole.VIEWER.uid()))));

      GroupInvite shown = (GroupInvite) created.shown().orElseThrow();
      assertThat(shown.keyId()).isEqualTo(answers.get(0).keyId());
      assertThat(shown.code()).isEmpty();
      assertThat(created.after().orElseThrow().toString())
          .contains(shown.keyId(), created.author().identity().orElseThrow().value())
          .doesNotContain(answers.get(0).code().orElseThrow());
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatAnObserverThrowsUndoesTheWrite(TestDatabase database) throws SQLException {
    try (Stage stage = new Stage(database)) {
      stage
          .services()
          .observe(
              changes -> {
                throw new IllegalStateException("no");
              });
      Map<String, String> before = rows(stage.services());

      assertThatThrownBy(() -> createGroup(stage)).isInstanceOf(IllegalStateException.class);

      assertThat(rows(stage.services())).isEqualTo(before);
    }
  }

  @Test
  void whatIsRefusedIsNotSeen() {
    try (Stage stage = new Stage(TestDatabase.H2)) {
      Caller nobody = World.caller(List.<Grant>of());

      assertThat(
              stage.changesOf(
                  () ->
                      assertThat(
                              World.outcome(
                                  () ->
                                      stage
                                          .services()
                                          .groups()
                                          .create(nobody, Optional.of(stage.root()), GROUP)))
                          .isEqualTo("PERMISSION_DENIED")))
          .isEmpty();
      assertThat(
              stage.changesOf(
                  () ->
                      assertThat(
                              World.outcome(
                                  () ->
                                      stage
                                          .services()
                                          .groups()
                                          .delete(
                                              stage.owner(),
                                              stage.root().newChild(),
                                              VersionCondition.ANY)))
                          .isEqualTo("NOT_FOUND")))
          .isEmpty();
    }
  }

  private static Group createGroup(Stage stage) {
    return stage.services().groups().create(stage.owner(), Optional.of(stage.root()), GROUP);
  }

  private static Change only(List<Change> changes) {
    assertThat(changes).hasSize(1);
    return changes.get(0);
  }

  private static String text(Change change) {
    return change.kind() + " " + verb(change) + (change.implied() ? ", implied" : "");
  }

  private static String verb(Change change) {
    if (change.before().isEmpty()) {
      return "created";
    }
    return change.after().isEmpty() ? "deleted" : "changed";
  }

  private static String row(Change change) {
    String table =
        switch (change.kind()) {
          case "Group" -> "resource_group";
          case "Import" -> "hub_import";
          case "Source" -> "hub_source";
          case "Feed" -> "hub_feed";
          default -> change.kind().replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
        };
    return table + " " + change.uid() + " " + verb(change);
  }

  /** Returns every row of every table of resources, by table and key. */
  private static Map<String, String> rows(TestServices services) throws SQLException {
    Map<String, String> rows = new TreeMap<>();
    try (Connection connection = services.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      for (Map.Entry<String, String> each : Samples.tables().entrySet()) {
        String table = each.getKey();
        String key = each.getValue();
        // The row of a deleted tag remains.
        String live = table.equals("tag") ? " WHERE deleted = FALSE" : "";
        try (ResultSet row = statement.executeQuery("SELECT * FROM " + table + live)) {
          while (row.next()) {
            StringBuilder text = new StringBuilder();
            for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
              text.append(row.getString(i)).append('|');
            }
            rows.put(table + " " + Uid.ofBytes(row.getBytes(key)), text.toString());
          }
        }
      }
    }
    return rows;
  }

  private static List<String> differences(Map<String, String> before, Map<String, String> after) {
    Set<String> keys = new TreeSet<>(before.keySet());
    keys.addAll(after.keySet());
    return keys.stream()
        .filter(
            key ->
                !Optional.ofNullable(before.get(key)).equals(Optional.ofNullable(after.get(key))))
        .map(
            key ->
                key
                    + (!before.containsKey(key)
                        ? " created"
                        : after.containsKey(key) ? " changed" : " deleted"))
        .toList();
  }
}
