package local.platform.foundation.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.config.DatabaseSettings;
import local.platform.db.DatabaseVendor;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.uid.Uid;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.iam.group.GroupDraft;
import local.platform.testing.Changes;
import local.platform.testing.MutableClock;
import local.platform.testing.MySqlProxy;
import local.platform.testing.MySqlProxy.Break;
import local.platform.testing.MySqlProxy.Command;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The connection breaks during a commit: what an observer stored about a change is there exactly
 * once if the change was made, and not at all if it was not.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ObservedBrokenCommitsIT {
  private MySqlProxy proxy;
  private TestServices services; // through the proxy
  private TestServices others; // past the proxy
  private World world;
  private Uid root;
  private Caller owner;

  @BeforeAll
  void start() throws SQLException {
    MutableClock clock = new MutableClock();
    DatabaseSettings database = TestDatabase.MYSQL.create();
    proxy = new MySqlProxy(database);
    others = new TestServices(DatabaseVendor.MYSQL, database, clock);
    services = new TestServices(DatabaseVendor.MYSQL, proxy.settings(), clock);
    execute("CREATE TABLE seen (text VARCHAR(700) NOT NULL)");
    services.observe(this::store);
    world = new World(others);
    root = world.organization();
    owner = World.everythingAt(root);
    // Writes are retried only within a second, and the first one takes longer.
    Uid warm = create();
    rename(warm);
    grant(warm);
    delete(warm);
  }

  private void store(List<Change> changes) {
    for (Change change : changes) {
      services
          .entityManager()
          .createNativeQuery("INSERT INTO seen (text) VALUES (:text)")
          .setParameter("text", text(change))
          .executeUpdate();
    }
  }

  private static String text(Change change) {
    return change.kind()
        + " "
        + change.uid()
        + " "
        + change.before().isPresent()
        + " "
        + change.after().isPresent();
  }

  @AfterAll
  void stop() {
    services.close();
    others.close();
    proxy.close();
  }

  @BeforeEach
  void forget() throws SQLException {
    execute("DELETE FROM seen");
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aCreationIsSeenOnce(Break how) throws SQLException {
    proxy.breakNext(Command.COMMIT, how);

    Uid group = create();

    assertThat(seen()).containsExactly("Group " + group + " false true");
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aChangeIsSeenOnce(Break how) throws SQLException {
    Uid group = world.group(root);
    proxy.breakNext(Command.COMMIT, how);

    rename(group);

    assertThat(seen()).containsExactly("Group " + group + " true true");
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void aDeletionIsSeenOnce(Break how) throws SQLException {
    Uid group = world.group(root);
    proxy.breakNext(Command.COMMIT, how);

    delete(group);

    assertThat(seen()).containsExactly("Group " + group + " true false");
  }

  @Test
  void aGrantIsSeenOnce() throws SQLException {
    Uid group = world.group(root);
    proxy.breakNext(Command.COMMIT, Break.AFTER);

    Uid binding = grant(group);

    assertThat(seen()).containsExactly("RoleBinding " + binding + " false true");
  }

  @Test
  void aGrantThatIsNotMadeIsNotSeen() throws SQLException {
    Uid group = world.group(root);
    proxy.breakNext(Command.COMMIT, Break.BEFORE);

    assertThat(World.outcome(() -> grant(group))).isEqualTo("COMMIT_UNKNOWN");

    assertThat(seen()).isEmpty();
    assertThat(others.boundAt(group)).isEmpty();
  }

  private Uid create() {
    return services.groups().create(owner, Optional.of(root), new GroupDraft("group", "")).uid();
  }

  private void rename(Uid group) {
    services.groups().update(owner, group, Changes.groupName("renamed"), VersionCondition.ANY);
  }

  private void delete(Uid group) {
    services.groups().delete(owner, group, VersionCondition.ANY);
  }

  private Uid grant(Uid group) {
    RoleBindingDraft binding =
        RoleBindingDraft.of(world.identity(root).uid(), BuiltInRole.VIEWER.uid());
    return services.roleBindingService().create(owner, group, binding).uid();
  }

  private List<String> seen() throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Connection connection = others.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT text FROM seen")) {
      while (row.next()) {
        texts.add(row.getString(1));
      }
    }
    return texts;
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = others.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
