package local.platform.access.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import local.platform.access.limit.SharedUse.Told;
import local.platform.access.limit.SharedUse.Use;
import local.platform.config.RateLimitSettings.Policy;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.uid.Uid;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** On MySQL alone, where there can be several nodes. */
@TestInstance(Lifecycle.PER_CLASS)
class RateUseTableTest {
  private static final Duration A_MINUTE = Duration.ofMinutes(1);

  private final UUID one = UUID.randomUUID();
  private final UUID other = UUID.randomUUID();
  private TestServices services;
  private RateUseTable table;

  @BeforeAll
  void start() {
    services = new TestServices(TestDatabase.MYSQL, new MutableClock());
    table = new RateUseTable(services.entityManager(), services.transactions());
  }

  @AfterAll
  void stop() {
    if (services != null) {
      services.close();
    }
  }

  private static Use use(Uid holder, long used, long latest) {
    return new Use(Policy.ORGANIZATION, holder, used, latest);
  }

  private void age(Uid holder, int minutes) {
    int unused =
        services
            .transactions()
            .write(
                attempt ->
                    services
                        .entityManager()
                        .createNativeQuery(
                            "UPDATE rate_use SET update_time = update_time - INTERVAL "
                                + minutes
                                + " MINUTE WHERE holder_uid = :holder")
                        .setParameter("holder", holder.bytes())
                        .executeUpdate());
  }

  @Test
  void othersReadTheLatestThatANodeTold() {
    Uid holder = Uid.newRoot();
    Uid deep = holder.newChild().newChild();
    table.tell(one, List.of(use(holder, 600, 600), use(deep, 1, 1)));
    table.tell(one, List.of(use(holder, 900, 300)));

    assertThat(table.toldToOthers(other, A_MINUTE))
        .contains(new Told(one, use(holder, 900, 300)), new Told(one, use(deep, 1, 1)))
        .doesNotContain(new Told(one, use(holder, 600, 600)));
    assertThat(table.toldToOthers(one, A_MINUTE)).extracting(Told::node).doesNotContain(one);
  }

  @Test
  void whatWasToldLongAgoIsNotReadAndGoes() {
    Uid old = Uid.newRoot();
    Uid older = Uid.newRoot();
    table.tell(one, List.of(use(old, 1, 1), use(older, 1, 1)));
    age(old, 5);
    age(older, 11);

    assertThat(table.toldToOthers(other, A_MINUTE))
        .extracting(told -> told.use().holder())
        .doesNotContain(old, older);
    table.deleteOld();
    assertThat(table.toldToOthers(other, Duration.ofHours(1)))
        .extracting(told -> told.use().holder())
        .contains(old)
        .doesNotContain(older);
  }
}
