package local.platform.foundation.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.uid.Uid;
import local.platform.iam.group.GroupDraft;
import local.platform.testing.Changes;
import local.platform.testing.QueryMeter;
import local.platform.testing.SqlParameters;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests which statements a write sends to the database. */
class WriteCostsTest {
  private static final int MANY = 1_201;

  @ParameterizedTest
  @EnumSource
  void aWriteOfOneResourceSendsNothingForItsObservers(TestDatabase database) {
    try (TestServices services = new TestServices(database, Clock.tickMillis(ZoneOffset.UTC))) {
      QueryMeter meter = services.meter();
      World world = new World(services);
      Uid root = world.organization();
      Caller owner = World.everythingAt(root);
      List<Uid> made = new ArrayList<>();

      List<String> creation =
          meter.record(
              () ->
                  made.add(
                      services
                          .groups()
                          .create(owner, Optional.of(root), new GroupDraft("group", ""))
                          .uid()));
      List<String> change =
          meter.record(
              () ->
                  services
                      .groups()
                      .update(
                          owner, made.get(0), Changes.groupName("renamed"), VersionCondition.ANY));
      List<String> deletion =
          meter.record(() -> services.groups().delete(owner, made.get(0), VersionCondition.ANY));

      // On H2 the parent is locked as well.
      assertThat(verbs(creation))
          .containsExactlyElementsOf(
              database == TestDatabase.H2 ? List.of("select", "insert") : List.of("insert"));
      assertThat(verbs(change)).containsExactly("select", "update");
      assertThat(verbs(deletion)).containsExactly("select", "delete");
    }
  }

  @ParameterizedTest
  @EnumSource
  void veryManyRowsAreDeletedSomeHundredAtATime(TestDatabase database) throws SQLException {
    try (TestServices services = new TestServices(database, Clock.tickMillis(ZoneOffset.UTC))) {
      QueryMeter meter = services.meter();
      List<Change> changes = new ArrayList<>();
      services.observe(changes::addAll);
      World world = new World(services);
      Uid root = world.organization();
      Uid identity = world.identity(root).uid();
      Uid other = world.ownerOf(root);
      List<Uid> bindings = insertBindings(services, identity, world.organization());
      changes.clear();

      List<String> statements =
          meter.record(
              () ->
                  services
                      .identityResources()
                      .delete(World.everythingAt(root), identity, VersionCondition.ANY));

      assertThat(statements)
          .filteredOn(sql -> sql.contains("role_binding") && sql.startsWith("delete"))
          .hasSize(3);
      assertThat(statements).hasSizeLessThan(16);
      assertThat(changes)
          .filteredOn(change -> change.kind().equals("RoleBinding"))
          .extracting(Change::uid)
          .containsExactlyInAnyOrderElementsOf(bindings);
      assertThat(changes).hasSize(MANY + 1);
      assertThat(services.boundAt(root)).containsExactly(other);
      assertThat(services.identities().find(identity)).isEmpty();
    }
  }

  private static List<String> verbs(List<String> statements) {
    return statements.stream().map(sql -> sql.substring(0, sql.indexOf(' '))).toList();
  }

  /** Grants an identity every built-in role at groups of another organization. */
  private static List<Uid> insertBindings(TestServices services, Uid identity, Uid organization)
      throws SQLException {
    List<BuiltInRole> roles = List.of(BuiltInRole.values());
    List<Uid> bindings = new ArrayList<>();
    Instant now = services.now();
    Uid group = organization;
    World world = new World(services);
    try (Connection connection = services.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO role_binding (uid, root_uid, parent_uid, identity_uid, role_uid,"
                    + " create_time, update_time, version) VALUES (?, ?, ?, ?, ?, ?, ?, 0)")) {
      for (int i = 0; i < MANY; i++) {
        int role = i % roles.size();
        if (role == 0) {
          group = world.group(organization);
        }
        Uid binding = group.newChild();
        bindings.add(binding);
        SqlParameters.set(
            insert, binding, organization, group, identity, roles.get(role).uid(), now, now);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    return bindings;
  }
}
