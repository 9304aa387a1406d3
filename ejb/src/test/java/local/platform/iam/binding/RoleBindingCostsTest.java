package local.platform.iam.binding;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.SigningKeys;
import local.platform.access.token.TokenSubject;
import local.platform.db.DatabaseVendor;
import local.platform.db.PlatformDataSource;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.kind.ResourceQuery;
import local.platform.kind.Resources;
import local.platform.signin.authn.Authenticator;
import local.platform.testing.Changes;
import local.platform.testing.QueryMeter;
import local.platform.testing.QueryMeter.Reading;
import local.platform.testing.SqlParameters;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The number of rows that are read does not grow with the role bindings of others. */
class RoleBindingCostsTest {
  private static final int FOREIGN = 10_000;
  private static final int OWN = 200;
  private static final long FEW = 60;

  @ParameterizedTest
  @EnumSource
  void noStatementReadsInProportionToTheBindingsOfOthers(TestDatabase database)
      throws SQLException {
    QueryMeter meter = new QueryMeter(database.vendor());
    PlatformDataSource driver = new PlatformDataSource(database.create());
    try (TestServices services =
        new TestServices(
            database.vendor(), meter.meter(driver), 4, Clock.tickMillis(ZoneOffset.UTC))) {
      World world = new World(services);
      Uid root = world.organization();
      Uid owner = world.ownerOf(root);
      for (int i = 0; i < OWN; i += 10) {
        Uid group = world.group(root);
        for (int j = 0; j < 10; j++) {
          world.bind(group, world.identity(root).uid(), BuiltInRole.VIEWER.uid());
        }
      }
      addForeign(services, database.vendor(), world.organization());
      SigningKeys keys = services.signingKeys();
      keys.rotate();
      Authenticator authenticator = services.authenticator(keys);
      String token =
          services
              .tokenIssuer(keys)
              .issue(
                  new TokenSubject(owner, 0),
                  List.of("https://platform.test"),
                  Narrowing.NONE,
                  Duration.ofMinutes(5))
              .text();
      assertReads(meter, FEW, () -> authenticator.authenticate(token));
      Caller caller = authenticator.authenticate(token).caller();
      RoleBindingService bindings = services.roleBindingService();
      Resources<RoleBindingDraft, RoleBinding> standard = services.roleBindingResources();

      Set<Integer> statements = new HashSet<>();
      for (int size : List.of(1, 50, 199)) {
        List<Reading> readings =
            assertReads(
                meter,
                FEW + OWN + 10L * size,
                () -> assertThat(list(standard, caller, anything(), size).items()).hasSize(size));
        statements.add(readings.size());
        assertThat(readings).filteredOn(each -> each.sql().contains(" identity ")).hasSize(1);
      }
      assertThat(statements).as("statements of a page").hasSize(1);
      List<RoleBinding> walked = new ArrayList<>();
      assertThat(
              assertReads(
                  meter,
                  FEW + 12L * OWN,
                  () -> standard.walk(caller, anything(), Window.ALL, walked::add)))
          .filteredOn(each -> each.sql().contains(" identity "))
          .hasSize(1);
      assertThat(walked).hasSize(OWN + 1);
      ResourceQuery viewers =
          anything().with(RoleBindings.ROLE, Optional.of(BuiltInRole.VIEWER.uid()));
      assertReads(meter, FEW + OWN + 500, () -> list(standard, caller, viewers, 50));
      ResourceQuery ofOwner = anything().with(RoleBindings.IDENTITY, Optional.of(owner));
      List<Page<RoleBinding>> pages = new ArrayList<>();
      assertReads(meter, FEW, () -> pages.add(list(standard, caller, ofOwner, 50)));
      RoleBinding own = pages.get(0).items().get(0);
      assertReads(meter, FEW, () -> standard.get(caller, own.uid()));
      Uid identity = world.identity(root).uid();
      RoleBindingDraft grant = RoleBindingDraft.of(identity, BuiltInRole.OWNER.uid());
      List<RoleBinding> made = new ArrayList<>();
      assertReads(meter, FEW, () -> made.add(bindings.create(caller, root, grant)));
      assertReads(meter, FEW, () -> takeOver(services, caller, identity));
      assertReads(
          meter, FEW, () -> standard.delete(caller, made.get(0).uid(), VersionCondition.ANY));
      assertReads(
          meter,
          FEW,
          () -> services.identityResources().delete(caller, identity, VersionCondition.ANY));
      Uid role = world.role(root, Capability.REPO_LIST).uid();
      assertReads(meter, FEW, () -> services.roles().delete(caller, role, VersionCondition.ANY));
    }
  }

  private static void takeOver(TestServices services, Caller caller, Uid identity) {
    services
        .identityService()
        .update(
            caller,
            identity,
            Changes.relationship(ClaimMatch.of("https://issuer.test", "another")),
            StaticKeys.MAX_LIFETIME,
            VersionCondition.ANY);
  }

  private static List<Reading> assertReads(QueryMeter meter, long atMost, Runnable work) {
    List<Reading> readings = meter.measure(work);
    assertThat(readings.stream().mapToLong(Reading::rowsRead).sum())
        .as(() -> QueryMeter.describe(readings))
        .isLessThanOrEqualTo(atMost);
    return readings;
  }

  private static ResourceQuery anything() {
    return ResourceQuery.of(UidpFilter.NONE);
  }

  private static Page<RoleBinding> list(
      Resources<RoleBindingDraft, RoleBinding> bindings,
      Caller caller,
      ResourceQuery query,
      int size) {
    return bindings.list(caller, query, new PageRequest(size, "", "", 0));
  }

  /**
   * Grants every built-in role to each of many identities, at one group of another organization.
   */
  private static void addForeign(TestServices services, DatabaseVendor vendor, Uid root)
      throws SQLException {
    Instant now = services.now();
    try (Connection connection = services.dataSource().getConnection();
        PreparedStatement identities =
            connection.prepareStatement(
                "INSERT INTO identity (uid, root_uid, parent_uid, name, description, issuer, subject,"
                    + " last_seen_time, create_time, update_time, version)"
                    + " VALUES (?, ?, ?, 'name', '', 'https://issuer.test', 'subject', ?, ?, ?, 0)");
        PreparedStatement bindings =
            connection.prepareStatement(
                "INSERT INTO role_binding (uid, root_uid, parent_uid, identity_uid, role_uid,"
                    + " create_time, update_time, version) VALUES (?, ?, ?, ?, ?, ?, ?, 0)");
        Statement analyze = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (int i = 0; i < FOREIGN / BuiltInRole.values().length; i++) {
        Uid identity = root.newChild();
        add(identities, identity, root, root, now, now, now);
        for (BuiltInRole role : BuiltInRole.values()) {
          add(bindings, root.newChild(), root, root, identity, role.uid(), now, now);
        }
      }
      identities.executeBatch();
      bindings.executeBatch();
      connection.commit();
      connection.setAutoCommit(true);
      analyze.execute(
          vendor == DatabaseVendor.MYSQL ? "ANALYZE TABLE role_binding, identity" : "ANALYZE");
    }
  }

  private static void add(PreparedStatement statement, Object... values) throws SQLException {
    SqlParameters.set(statement, values);
    statement.addBatch();
  }
}
