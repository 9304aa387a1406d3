package local.platform.registry.tag;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import local.platform.access.authz.Caller;
import local.platform.db.PlatformDataSource;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.testing.QueryMeter;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Counts the statements that a write of a tag sends to the database. */
class TagWriteCostsTest {
  private static final String A = "sha256:" + "a".repeat(64);
  private static final String B = "sha256:" + "b".repeat(64);

  @ParameterizedTest
  @EnumSource
  void aMoveSendsFiveStatements(TestDatabase database) {
    QueryMeter meter = new QueryMeter(database.vendor());
    PlatformDataSource driver = new PlatformDataSource(database.create());
    try (TestServices services =
        new TestServices(
            database.vendor(), meter.meter(driver), 4, Clock.tickMillis(ZoneOffset.UTC))) {
      World world = new World(services);
      Uid root = world.organization();
      Uid repo = world.repo(root).uid();
      Caller owner = World.everythingAt(root);
      List<Uid> made = new ArrayList<>();

      List<String> creation = meter.record(() -> made.add(put(services, owner, repo, A)));
      List<String> move = meter.record(() -> put(services, owner, repo, B));
      List<String> same = meter.record(() -> put(services, owner, repo, B));
      List<String> deletion =
          meter.record(() -> services.tags().delete(owner, made.get(0), VersionCondition.ANY));

      // The repo is locked, on H2 twice: as the parent too.
      assertThat(verbs(creation))
          .startsWith("select", "select", "update", "select")
          .endsWith("insert", "insert");
      assertThat(creation).hasSize(database == TestDatabase.H2 ? 7 : 6);
      // The slot of its time is taken and compared with the others.
      assertThat(verbs(move)).containsExactly("select", "update", "select", "update", "insert");
      assertThat(verbs(same)).containsExactly("select");
      assertThat(verbs(deletion)).containsExactly("select", "update", "select", "update", "insert");
    }
  }

  private static Uid put(TestServices services, Caller owner, Uid repo, String digest) {
    return services.tags().create(owner, repo, new TagDraft("latest", digest)).uid();
  }

  private static List<String> verbs(List<String> statements) {
    return statements.stream()
        .map(sql -> sql.substring(0, sql.indexOf(' ')).toLowerCase(Locale.ROOT))
        .toList();
  }
}
