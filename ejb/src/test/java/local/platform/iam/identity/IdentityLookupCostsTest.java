package local.platform.iam.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import local.platform.access.authz.Caller;
import local.platform.db.DatabaseVendor;
import local.platform.db.PlatformDataSource;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.uid.Uid;
import local.platform.testing.QueryMeter;
import local.platform.testing.QueryMeter.Reading;
import local.platform.testing.SqlParameters;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The number of rows that a lookup reads depends neither on the size of the organization nor on
 * others.
 */
class IdentityLookupCostsTest {
  private static final String ISSUER = "https://issuer.test";
  private static final int MANY = 2_000;
  private static final long FEW = 12;

  @ParameterizedTest
  @EnumSource
  void aLookupReadsAFewRows(TestDatabase database) throws SQLException {
    QueryMeter meter = new QueryMeter(database.vendor());
    PlatformDataSource driver = new PlatformDataSource(database.create());
    try (TestServices services =
        new TestServices(
            database.vendor(), meter.meter(driver), 4, Clock.tickMillis(ZoneOffset.UTC))) {
      World world = new World(services);
      Uid root = world.organization();
      Uid group = world.group(root);
      Uid stranger = world.organization();
      insert(services, database.vendor(), List.of(root, group), "subject %s");
      insert(services, database.vendor(), List.of(stranger), "wanted");
      insert(services, database.vendor(), List.of(root, group), "twice");
      Identity wanted = world.identity(group, Relationship.ClaimMatch.of(ISSUER, "wanted"));
      IdentityService identities = services.identityService();

      for (Caller caller :
          List.of(
              World.everythingAt(root),
              World.everythingAt(group),
              World.everythingAt(group, root.newChild(), root.newChild()))) {
        assertReads(
            meter,
            () ->
                assertThat(identities.lookup(caller, ISSUER, "wanted").uid())
                    .isEqualTo(wanted.uid()));
        assertReads(
            meter,
            () ->
                assertThat(World.outcome(() -> identities.lookup(caller, ISSUER, "nobody")))
                    .isEqualTo("NOT_FOUND"));
        assertReads(
            meter,
            () ->
                assertThat(World.outcome(() -> identities.lookup(caller, ISSUER, "twice")))
                    .isEqualTo("NOT_FOUND"));
      }
    }
  }

  private static void assertReads(QueryMeter meter, Runnable work) {
    List<Reading> readings = meter.measure(work);
    assertThat(readings.stream().mapToLong(Reading::rowsRead).sum())
        .as(() -> QueryMeter.describe(readings))
        .isLessThanOrEqualTo(FEW);
  }

  /** Inserts many identities of this issuer into each group. */
  private static void insert(
      TestServices services, DatabaseVendor vendor, List<Uid> groups, String subject)
      throws SQLException {
    Instant now = services.now();
    try (Connection connection = services.dataSource().getConnection();
        PreparedStatement statement =
            connection.prepareStatement(
                "INSERT INTO identity (uid, root_uid, parent_uid, name, description, issuer, subject,"
                    + " last_seen_time, create_time, update_time, version)"
                    + " VALUES (?, ?, ?, 'name', '', ?, ?, ?, ?, ?, 0)");
        Statement analyze = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (Uid group : groups) {
        for (int i = 0; i < MANY; i++) {
          SqlParameters.set(
              statement,
              group.newChild(),
              group.root(),
              group,
              ISSUER,
              subject.formatted(i),
              now,
              now,
              now);
          statement.addBatch();
        }
      }
      statement.executeBatch();
      connection.commit();
      connection.setAutoCommit(true);
      analyze.execute(vendor == DatabaseVendor.MYSQL ? "ANALYZE TABLE identity" : "ANALYZE");
    }
  }
}
