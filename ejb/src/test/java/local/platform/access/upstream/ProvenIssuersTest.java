package local.platform.access.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import local.platform.access.upstream.ProvenIssuers.Proof;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.uid.Uid;
import local.platform.testing.LogRecords;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import local.platform.url.IssuerUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProvenIssuersTest {
  private static final IssuerUrl ISSUER = new IssuerUrl("https://issuer.test");

  private final MemoryProofs store = new MemoryProofs();
  private final ProvenIssuers proven = new ProvenIssuers(store, ProvenIssuers.MAX);
  private final Uid organization = Uid.newRoot();

  @Test
  void anIssuerIsProvenUntilItKeepsTheServerWaiting() {
    assertThat(proven.contains(ISSUER)).isFalse();
    proven.add(organization.newChild(), ISSUER);
    proven.add(Uid.newRoot(), ISSUER);
    assertThat(proven.contains(ISSUER)).isTrue();

    proven.remove(ISSUER);

    assertThat(proven.contains(ISSUER)).isFalse();
    assertThat(store.stored).isEmpty();
  }

  @Test
  void whatIsProvenIsStoredOnce() {
    for (int i = 0; i < 3; i++) {
      proven.add(organization, ISSUER);
    }

    assertThat(store.stored).containsExactly(new Proof(organization, ISSUER));
  }

  @Test
  void anOrganizationProvesALimitedNumberAndForgetsWhatItFetchedLongestAgo() {
    List<IssuerUrl> issuers = issuers(ProvenIssuers.MAX_PER_ORGANIZATION + 1);
    issuers.subList(0, 32).forEach(issuer -> proven.add(organization, issuer));
    proven.add(organization, issuers.get(0));

    proven.add(organization, issuers.get(32));

    assertThat(proven.contains(issuers.get(0))).isTrue();
    assertThat(proven.contains(issuers.get(1))).isFalse();
    assertThat(proven.contains(issuers.get(32))).isTrue();
    assertThat(store.stored).hasSize(ProvenIssuers.MAX_PER_ORGANIZATION);
  }

  @Test
  void whatOneOrganizationForgetsAnotherStillProves() {
    Uid other = Uid.newRoot();
    proven.add(organization, ISSUER);
    proven.add(other, ISSUER);

    issuers(ProvenIssuers.MAX_PER_ORGANIZATION).forEach(issuer -> proven.add(other, issuer));

    assertThat(proven.contains(ISSUER)).isTrue();
  }

  @Test
  void whereAllHaveProvenEnoughWhoHasMostGivesWay() {
    ProvenIssuers few = new ProvenIssuers(store, 5);
    List<IssuerUrl> issuers = issuers(6);
    Uid other = Uid.newRoot();
    few.add(other, ISSUER);
    issuers.subList(0, 4).forEach(issuer -> few.add(organization, issuer));

    few.add(Uid.newRoot(), issuers.get(4));
    few.add(organization, issuers.get(5));

    assertThat(issuers.stream().filter(few::contains))
        .containsExactly(issuers.get(2), issuers.get(3), issuers.get(4), issuers.get(5));
    assertThat(few.contains(ISSUER)).isTrue();
    assertThat(store.stored).hasSize(5);
  }

  @Test
  void whatNodesStoredWithoutEachOtherIsLimitedWhenItIsRead() {
    List<IssuerUrl> issuers = issuers(ProvenIssuers.MAX_PER_ORGANIZATION + 2);
    issuers.forEach(issuer -> store.stored.add(new Proof(organization, issuer)));

    proven.load();

    assertThat(issuers.stream().filter(proven::contains))
        .containsExactlyElementsOf(issuers.subList(2, issuers.size()));
  }

  @Test
  void whatCouldNotBeStoredIsTriedAgain() {
    store.broken = true;
    try (LogRecords log = LogRecords.of(ProvenIssuers.class)) {
      proven.add(organization, ISSUER);
      assertThat(log.texts()).hasSize(1);
    }
    store.broken = false;

    proven.add(organization, ISSUER);

    assertThat(store.stored).containsExactly(new Proof(organization, ISSUER));
  }

  @ParameterizedTest
  @EnumSource
  void whatWasProvenSurvivesARestart(TestDatabase database) {
    MutableClock clock = new MutableClock();
    try (TestServices services = new TestServices(database, clock)) {
      Uid stored = new World(services).organization();
      ProvenIssuers before = new ProvenIssuers(services.provenIssuers(), ProvenIssuers.MAX);
      List<IssuerUrl> issuers = issuers(ProvenIssuers.MAX_PER_ORGANIZATION + 1);
      for (IssuerUrl issuer : issuers) {
        before.add(stored, issuer);
        clock.advance(Duration.ofSeconds(1));
      }
      before.add(Uid.newRoot(), ISSUER); // of an organization that is deleted later
      before.remove(issuers.get(5));

      ProvenIssuers after = new ProvenIssuers(services.provenIssuers(), ProvenIssuers.MAX);
      after.load();

      assertThat(issuers.stream().filter(after::contains))
          .hasSize(31)
          .doesNotContain(issuers.get(0), issuers.get(5));
      assertThat(after.contains(ISSUER)).isFalse();
      List<Proof> oldest = services.provenIssuers().load(100);
      assertThat(oldest.get(0)).isEqualTo(new Proof(stored, issuers.get(1)));
      assertThat(services.provenIssuers().load(1))
          .containsExactly(new Proof(stored, issuers.get(32)));
      // Another node stores the same.
      new ProvenIssuers(services.provenIssuers(), ProvenIssuers.MAX).add(stored, issuers.get(1));
      assertThat(services.provenIssuers().load(100)).hasSize(31);
    }
  }

  /** Otherwise a server with stricter rules for issuers would not start any more. */
  @Test
  void whatIsNoIssuerAnyMoreIsNotLoaded() {
    try (TestServices services = new TestServices(TestDatabase.H2, new MutableClock())) {
      Uid stored = new World(services).organization();
      services.provenIssuers().put(new Proof(stored, ISSUER), Optional.empty());
      services
          .transactions()
          .write(
              attempt ->
                  services
                      .entityManager()
                      .createQuery("update ProvenIssuerEntity set issuer = 'https://issuer.test.'")
                      .executeUpdate());

      assertThat(services.provenIssuers().load(100)).isEmpty();
    }
  }

  private static List<IssuerUrl> issuers(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new IssuerUrl("https://issuer" + i + ".test"))
        .toList();
  }
}
