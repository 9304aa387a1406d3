package local.platform.access.upstream;

import static local.platform.access.upstream.TestIssuer.ED25519;
import static local.platform.access.upstream.TestIssuer.P256;
import static local.platform.access.upstream.TestIssuer.P384;
import static local.platform.access.upstream.TestIssuer.keySet;
import static local.platform.access.upstream.TestIssuer.keys;
import static local.platform.access.upstream.TestIssuer.named;
import static local.platform.access.upstream.TestIssuer.parsed;
import static local.platform.access.upstream.TestIssuer.unnamed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.ErrorDetail.RetryInfo;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import local.platform.testing.LogRecords;
import local.platform.testing.MutableClock;
import local.platform.testing.Together;
import local.platform.url.IssuerUrl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests when keys are fetched, when they are not, and what is answered then. */
@Timeout(30) // a fetch where there should be none would block
class IssuerKeysTest {
  private static final IssuerUrl ISSUER = new IssuerUrl("https://issuer.test");
  private static final KeyRequest KID = named(P256.getKeyID());

  private final MutableClock clock = new MutableClock();
  private final FakeIssuers issuers = new FakeIssuers();
  private final MemoryProofs proofs = new MemoryProofs();
  private final IssuerKeys issuerKeys =
      new IssuerKeys(issuers, new ProvenIssuers(proofs, ProvenIssuers.MAX), clock);
  private final Uid organization = Uid.newRoot();
  private final Together threads = new Together();

  @AfterEach
  void stop() {
    issuers.open.countDown();
    threads.close();
  }

  @Test
  void keysAreUsedForFiveMinutesWithoutAsking() throws VerificationFailedException {
    find(KID);
    clock.advance(Duration.ofMinutes(5).minusMillis(1));
    find(KID);
    assertThat(issuers.fetches()).isEqualTo(1);

    clock.advance(Duration.ofMillis(1));
    find(KID);
    assertThat(issuers.fetches()).isEqualTo(2);
  }

  @Test
  void aKeyThatIsWithdrawnIsRefusedAfterTheNextFetch() throws VerificationFailedException {
    find(KID);
    issuers.answer = keys(P384);
    clock.advance(Duration.ofMinutes(5));

    refused(KID);
  }

  @Test
  void aNewKeyIsFoundAtOnce() throws VerificationFailedException {
    find(KID);
    issuers.answer = keys(P256, P384);
    clock.advance(Duration.ofSeconds(10));

    assertThat(find(named("p384")).contains(named("p384"))).isTrue();
    assertThat(issuers.fetches()).isEqualTo(2);
  }

  @Test
  void unknownKeysCauseOneFetchInTenSeconds() throws VerificationFailedException {
    find(KID);
    IntStream.range(0, 100).forEach(i -> refused(named("unknown" + i)));
    assertThat(issuers.fetches()).isEqualTo(1);

    clock.advance(Duration.ofSeconds(10));
    IntStream.range(0, 100).forEach(i -> refused(named("unknown" + i)));
    assertThat(issuers.fetches()).isEqualTo(2);

    clock.advance(Duration.ofSeconds(10).minusMillis(1));
    IntStream.range(0, 100).forEach(i -> refused(named("unknown" + i)));
    assertThat(issuers.fetches()).isEqualTo(2);
    find(KID);
  }

  @Test
  void tokensWithoutAKeyIdUseTheOnlyKey() throws VerificationFailedException {
    assertThat(find(unnamed()).only()).isPresent();
    clock.advance(Duration.ofMinutes(5).minusMillis(1));
    find(unnamed());
    assertThat(issuers.fetches()).isEqualTo(1);
    assertThat(issuerKeys.atHand(ISSUER, unnamed())).isPresent();

    issuers.answer = keys(P256, P384);
    clock.advance(Duration.ofMillis(1));
    refused(unnamed());
    assertThat(issuerKeys.atHand(ISSUER, unnamed())).isEmpty();
    find(KID);
    assertThat(issuers.fetches()).isEqualTo(2);
  }

  @Test
  void anotherKeyInsteadOfTheOnlyOneIsLookedForOnceInTenSeconds()
      throws VerificationFailedException {
    KeyRequest another = KeyRequest.insteadOf(find(unnamed()).only().orElseThrow());
    IntStream.range(0, 100).forEach(i -> refused(another));
    IntStream.range(0, 100).forEach(i -> refused(named("unknown" + i)));
    assertThat(issuers.fetches()).isEqualTo(1);

    clock.advance(Duration.ofSeconds(10));
    IntStream.range(0, 100).forEach(i -> refused(another));
    IntStream.range(0, 100).forEach(i -> refused(named("unknown" + i)));
    assertThat(issuers.fetches()).as("one for all").isEqualTo(2);

    issuers.answer = keys(P384);
    clock.advance(Duration.ofSeconds(10));
    assertThat(find(another).contains(named("p384"))).isTrue();
    assertThat(issuers.fetches()).isEqualTo(3);
    find(another);
    assertThat(issuers.fetches()).as("known by now").isEqualTo(3);
  }

  @Test
  void whoMakesUpTokensWithoutAKeyIdDoesNotUseTheReserve() throws VerificationFailedException {
    KeyRequest another = KeyRequest.insteadOf(find(unnamed()).only().orElseThrow());
    for (int i = 0; i < FetchLimits.PER_HOST_FOR_PROVEN - 1; i++) {
      issuerKeys.find(new IssuerUrl(ISSUER + "/" + i), KID, Uid.newRoot());
    }
    clock.advance(IssuerKeys.UNKNOWN_KEY_PAUSE);
    for (int i = 0; i < 5; i++) { // what has come back meanwhile
      issuerKeys.find(new IssuerUrl(ISSUER + "/again" + i), KID, Uid.newRoot());
    }

    assertThat(wait(another)).isPositive();
    assertThat(issuers.fetches(ISSUER)).isEqualTo(1);
    find(KID);
    clock.advance(Duration.ofMinutes(5));
    find(KID);
    assertThat(issuers.fetches(ISSUER)).isEqualTo(2);
  }

  @Test
  void anUnknownKeyIsNotRefusedForGoodWhileTheIssuerIsDown() throws VerificationFailedException {
    find(KID);
    clock.advance(Duration.ofSeconds(10));
    issuers.down = true;

    assertThat(wait(named("unknown"))).isEqualTo(Duration.ofSeconds(2));
    clock.advance(Duration.ofSeconds(3));
    // Fresh keys are known, so that the pause is that of unknown key ids, even after a failure.
    assertThat(wait(named("unknown"))).isEqualTo(Duration.ofSeconds(7));
    assertThat(issuers.fetches()).isEqualTo(2);
    find(KID);
  }

  @Test
  void keysAreUsedForAnHourWhileTheIssuerIsDown() throws VerificationFailedException {
    find(KID);
    issuers.down = true;
    clock.advance(Duration.ofHours(1).minusMillis(1));
    find(KID);
    assertThat(issuers.fetches()).isEqualTo(2);

    clock.advance(Duration.ofMillis(1));
    assertThat(wait(KID)).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void keysAreUsedWhileTheyAreFreshThoughTheDocumentsAreWrong() throws VerificationFailedException {
    find(KID);
    issuers.wrong = true;
    clock.advance(Duration.ofSeconds(10));
    refused(named("unknown"));
    clock.advance(Duration.ofMinutes(5).minusSeconds(10).minusMillis(1));
    find(KID);

    clock.advance(Duration.ofMillis(1));
    refused(KID);
    refused(KID); // within the pause too
  }

  @Test
  void anIssuerThatPublishedSomethingElseIsNotBelievedWhileItIsDown()
      throws VerificationFailedException {
    find(KID);
    issuers.wrong = true;
    clock.advance(Duration.ofMinutes(6));
    refused(KID);
    issuers.wrong = false;
    issuers.down = true;
    clock.advance(Duration.ofSeconds(2));

    assertThat(wait(KID)).isPositive();
  }

  @Test
  void thePauseDoublesWithEachFailureUpToAMinute() throws VerificationFailedException {
    issuers.down = true;
    for (int seconds : new int[] {2, 4, 8, 16, 32, 60, 60}) {
      assertThat(wait(KID)).isEqualTo(Duration.ofSeconds(seconds));
      int fetches = issuers.fetches();
      clock.advance(Duration.ofSeconds(seconds).minusMillis(1));
      wait(KID);
      assertThat(issuers.fetches()).isEqualTo(fetches);
      clock.advance(Duration.ofMillis(1));
    }

    issuers.down = false;
    find(KID);
    issuers.down = true;
    clock.advance(Duration.ofHours(1));
    assertThat(wait(KID)).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void anOrganizationHasTwoFetchesAtATimeFromStrangersAndFourFromProvenIssuers()
      throws VerificationFailedException {
    List<IssuerUrl> proven = urls("proven", 5);
    for (IssuerUrl issuer : proven) {
      find(issuer);
    }
    clock.advance(Duration.ofHours(2));
    issuers.close();
    List<Future<Boolean>> fetching = new ArrayList<>();
    urls("slow", 2).forEach(issuer -> fetching.addAll(start(1, issuer)));
    issuers.awaitFetches(5 + 2);
    assertThat(wait(KID)).isEqualTo(Duration.ofSeconds(1));

    proven.subList(0, 4).forEach(issuer -> fetching.addAll(start(1, issuer)));
    issuers.awaitFetches(5 + 6);
    assertThat(wait(proven.get(4), KID)).isEqualTo(Duration.ofSeconds(1));

    fetching.addAll(start(1, ISSUER, Uid.newRoot()));
    issuers.awaitFetches(5 + 7);
    issuers.open.countDown();
    assertThat(fetching.stream().map(Together::await)).containsOnly(true);
    find(new IssuerUrl("https://next.test"));
    find(proven.get(4));
  }

  @Test
  void anIssuerThatDoesNotAnswerIsNotProvenAnyMore() throws VerificationFailedException {
    assertThat(fetchedAmongStrangersAfterFailure(false)).isFalse();
  }

  @Test
  void anIssuerThatAnswersThatItCannotNowStaysProven() throws VerificationFailedException {
    assertThat(fetchedAmongStrangersAfterFailure(true)).isTrue();
  }

  /**
   * Returns whether keys of an issuer are fetched while others use up everything that is not
   * reserved.
   */
  private boolean fetchedAmongStrangersAfterFailure(boolean answered)
      throws VerificationFailedException {
    find(KID);
    clock.advance(Duration.ofHours(2));
    issuers.answers = answered;
    issuers.down = true;
    wait(KID);
    issuers.down = false;
    clock.advance(Duration.ofSeconds(2));
    for (int i = 0; i < FetchLimits.PER_HOST_FOR_PROVEN; i++) {
      issuerKeys.find(new IssuerUrl(ISSUER + "/" + i), KID, Uid.newRoot());
    }
    try {
      find(KID);
    } catch (PlatformException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    }
    return issuers.fetches(ISSUER) == 3;
  }

  @Test
  void madeUpIssuersDoNotDisplaceThoseWithKeys() throws VerificationFailedException {
    find(KID);
    issuers.down = true;
    try (LogRecords log = LogRecords.of(IssuerKeys.class)) {
      for (int i = 0; i < 20_000; i++) {
        IssuerUrl madeUp = new IssuerUrl("https://host" + i + ".test");
        for (int j = 0; j < 3; j++) { // asked for more often than the other
          assertThatExceptionOfType(PlatformException.class)
              .isThrownBy(() -> issuerKeys.find(madeUp, KID, Uid.newRoot()));
        }
      }
      assertThat(log.texts()).hasSize(20_000);
    }

    find(KID);
    assertThat(issuers.fetches(ISSUER)).isEqualTo(1);
    assertThat(issuerKeys.remembered()).isLessThanOrEqualTo(10_001);
  }

  @Test
  void nothingIsRememberedOfAnIssuerThatIsNotFetched() throws VerificationFailedException {
    for (IssuerUrl issuer : urls("stranger", 30)) {
      find(issuer);
    }
    urls("refused", 100).forEach(issuer -> wait(issuer, KID));

    assertThat(issuerKeys.remembered()).isEqualTo(30);
  }

  @Test
  void afterAFailureNothingIsFetchedForTwoSeconds() throws VerificationFailedException {
    issuers.down = true;
    assertThat(wait(KID)).isEqualTo(Duration.ofSeconds(2));
    clock.advance(Duration.ofMillis(500));
    assertThat(wait(KID)).isEqualTo(Duration.ofSeconds(2)); // of 1.5 s
    clock.advance(Duration.ofMillis(500));
    assertThat(wait(KID)).isEqualTo(Duration.ofSeconds(1));
    assertThat(issuers.fetches()).isEqualTo(1);

    issuers.down = false;
    clock.advance(Duration.ofSeconds(1));
    find(KID);
    assertThat(issuers.fetches()).isEqualTo(2);
  }

  @Test
  void wrongDocumentsAreTheSameAnswerWithinThePause() {
    issuers.wrong = true;

    refused(KID);
    refused(KID);
    assertThat(issuers.fetches()).isEqualTo(1);
  }

  @Test
  void whatNobodyExpectsEndsTheFetchToo() throws VerificationFailedException {
    issuers.broken = true;
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> find(KID));

    issuers.broken = false;
    clock.advance(Duration.ofSeconds(2));
    find(KID);
  }

  @Test
  void aClassThatIsMissingHereIsToldAndTheKeysAreUnavailable() throws VerificationFailedException {
    issuers.incomplete = true;
    try (LogRecords log = LogRecords.of(IssuerKeys.class)) {
      assertThat(wait(KID)).isEqualTo(Duration.ofSeconds(2));
      assertThat(log.texts())
          .containsExactly("The keys of " + ISSUER + " cannot be read by this server");
    }

    issuers.incomplete = false;
    clock.advance(Duration.ofSeconds(2));
    find(KID);
  }

  @Test
  void keysThatAreSkippedAreTold() throws VerificationFailedException {
    issuers.answer =
        parsed(keySet("{\"kty\":\"AKP\",\"kid\":\"new\"}", P256.toPublicJWK().toJSONString()));
    try (LogRecords log = LogRecords.of(IssuerKeys.class)) {
      find(KID);
      assertThat(log.texts())
          .containsExactly(
              "Of the keys of "
                  + ISSUER
                  + ", 1 cannot be used and are skipped, the first because key 1 cannot be read,"
                  + " or has a type that is not accepted");
    }
  }

  @Test
  void oneFetchServesAllWhoAskMeanwhile() {
    issuers.close();
    List<Future<Boolean>> asking = start(1 + FetchWaiters.MAX_PER_FETCH, ISSUER);
    issuers.awaitFetches(1);
    awaitThat(() -> issuerKeys.waiting() == FetchWaiters.MAX_PER_FETCH);

    // One more than may wait.
    assertThat(wait(KID)).isPositive();
    issuers.open.countDown();
    assertThat(asking.stream().map(Together::await)).containsOnly(true);
    assertThat(issuers.fetches()).isEqualTo(1);
  }

  @Test
  void aLimitedNumberWaitsOverAll() {
    issuers.close();
    List<Future<Boolean>> asking = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      asking.addAll(
          start(1 + FetchWaiters.MAX_PER_FETCH, new IssuerUrl("https://issuer" + i + ".test")));
    }
    asking.addAll(start(1, new IssuerUrl("https://issuer2.test"), Uid.newRoot()));
    awaitThat(() -> issuerKeys.waiting() == FetchWaiters.MAX);
    issuers.awaitFetches(3);

    IssuerUrl next = new IssuerUrl("https://issuer2.test");
    assertThat(wait(next, KID)).isPositive();
    // Those who wait for a slow fetch make room.
    clock.advance(Duration.ofSeconds(2));
    Future<Boolean> another = start(1, next).get(0);
    awaitThat(() -> asking.stream().filter(Future::isDone).count() == FetchWaiters.MAX_PER_FETCH);
    List<Future<Boolean>> dismissed = asking.stream().filter(Future::isDone).toList();
    assertThat(dismissed.stream().map(Together::await)).containsOnly(false);
    asking.removeIf(Future::isDone);
    asking.add(another);
    issuers.open.countDown();
    assertThat(asking.stream().map(Together::await)).containsOnly(true);
  }

  /** Otherwise two requests at the same time would be enough to use a withdrawn key. */
  @Test
  void aKeyThatIsWithdrawnIsRefusedToThoseWhoWaitForTheFetch() throws VerificationFailedException {
    find(KID);
    clock.advance(Duration.ofMinutes(6));
    issuers.answer = keys(P384);
    issuers.close();
    List<Future<Boolean>> asking = start(1 + FetchWaiters.MAX_PER_FETCH, ISSUER);
    issuers.awaitFetches(2);
    awaitThat(() -> issuerKeys.waiting() == FetchWaiters.MAX_PER_FETCH);

    // One more than may wait.
    assertThat(wait(KID)).isPositive();
    issuers.open.countDown();
    assertThat(asking.stream().map(Together::await)).containsOnly(false);
  }

  @Test
  void whoWaitedInVainGetsStaleKeys() throws VerificationFailedException {
    find(KID);
    clock.advance(Duration.ofMinutes(6));
    issuers.down = true;
    issuers.close();
    List<Future<Boolean>> asking = start(2, ISSUER);
    awaitThat(() -> issuerKeys.waiting() == 1);

    issuers.open.countDown();
    assertThat(asking.stream().map(Together::await)).containsOnly(true);
    assertThat(issuers.fetches()).isEqualTo(2);
  }

  @Test
  void nobodyWaitsWithStaleKeysForAnIssuerThatWasDownALittleBefore()
      throws VerificationFailedException {
    find(KID);
    clock.advance(Duration.ofMinutes(6));
    issuers.down = true;
    find(KID);
    clock.advance(Duration.ofMinutes(5).minusMillis(1));
    issuers.close();
    List<Future<Boolean>> fetching = start(1, ISSUER);
    issuers.awaitFetches(3);

    find(KID);

    clock.advance(Duration.ofMillis(1));
    fetching.addAll(start(1, ISSUER));
    awaitThat(() -> issuerKeys.waiting() == 1);
    issuers.open.countDown();
    assertThat(fetching.stream().map(Together::await)).containsOnly(true);
  }

  @Test
  void aFailureIsToldToAllWhoWait() {
    issuers.close();
    issuers.down = true;
    List<Future<Boolean>> asking = start(5, ISSUER);
    awaitThat(() -> issuerKeys.waiting() == 4);
    issuers.open.countDown();

    assertThat(asking.stream().map(Together::await)).containsOnly(false);
    assertThat(issuers.fetches()).isEqualTo(1);
  }

  @Test
  void strangersCannotTakeTheFetchesOfProvenIssuers() throws VerificationFailedException {
    int places = FetchLimits.MAX_PROVEN_IN_FLIGHT;
    List<IssuerUrl> proven = urls("proven", places + 1);
    for (IssuerUrl issuer : proven) {
      issuerKeys.find(issuer, KID, Uid.newRoot());
    }
    clock.advance(Duration.ofHours(2));
    issuers.close();
    List<Future<Boolean>> fetching = new ArrayList<>();
    for (IssuerUrl stranger : urls("stranger", FetchLimits.MAX_UNPROVEN_IN_FLIGHT)) {
      fetching.addAll(start(1, stranger, Uid.newRoot()));
    }
    issuers.awaitFetches(places + 1 + FetchLimits.MAX_UNPROVEN_IN_FLIGHT);
    assertThat(wait(new IssuerUrl("https://one-more.test"), KID)).isPositive();

    for (IssuerUrl issuer : proven.subList(0, places)) {
      fetching.addAll(start(1, issuer, Uid.newRoot()));
    }
    issuers.awaitFetches(2 * places + 1 + FetchLimits.MAX_UNPROVEN_IN_FLIGHT);
    assertThat(wait(proven.get(places), KID)).isPositive();

    issuers.open.countDown();
    assertThat(fetching.stream().map(Together::await)).containsOnly(true);
    clock.advance(Duration.ofMinutes(2));
    find(new IssuerUrl("https://one-more.test"));
    find(proven.get(places));
  }

  @Test
  void anIssuerThatAnswersAtLastKeepsTheServerWaitingToo() throws VerificationFailedException {
    issuers.takes = IssuerKeys.PROMPT;
    find(KID);
    assertThat(proofs.stored).hasSize(1);

    clock.advance(Duration.ofMinutes(6));
    issuers.takes = IssuerKeys.PROMPT.plusMillis(1);
    find(KID);
    assertThat(proofs.stored).isEmpty();
  }

  @Test
  void whatWasProvenBeforeARestartHasTheShareOfProvenIssuers() throws VerificationFailedException {
    find(KID);
    ProvenIssuers loaded = new ProvenIssuers(proofs, ProvenIssuers.MAX);
    loaded.load();
    IssuerKeys restarted = new IssuerKeys(issuers, loaded, clock);
    for (int i = 0; i < FetchLimits.PER_HOST_FOR_PROVEN; i++) {
      restarted.find(new IssuerUrl(ISSUER + "/" + i), KID, Uid.newRoot());
    }
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> restarted.find(new IssuerUrl(ISSUER + "/x"), KID, organization));

    assertThat(restarted.find(ISSUER, KID, organization).contains(KID)).isTrue();
  }

  @Test
  void aHostIsNotAskedMoreOftenThanItsShare() throws VerificationFailedException {
    IssuerUrl proven = new IssuerUrl("https://host.test/proven");
    find(proven);
    clock.advance(Duration.ofMinutes(6));
    for (int i = 0; i < FetchLimits.PER_HOST - FetchLimits.PER_HOST_FOR_PROVEN; i++) {
      find(new IssuerUrl("https://host.test:444/" + i));
    }

    assertThat(wait(new IssuerUrl("https://HOST.test/stranger"), KID))
        .isEqualTo(Duration.ofSeconds(2));
    find(new IssuerUrl("https://other-host.test/"));
    find(proven);
    assertThat(issuers.fetches(proven)).isEqualTo(2);
  }

  @Test
  void theShareOfAHostComesBackWithTime() throws VerificationFailedException {
    for (int i = 0; i < 15; i++) {
      find(new IssuerUrl("https://host.test/" + i));
    }
    clock.advance(Duration.ofMillis(1_999));
    assertThat(wait(new IssuerUrl("https://host.test/x"), KID)).isEqualTo(Duration.ofSeconds(1));

    clock.advance(Duration.ofMillis(1));
    find(new IssuerUrl("https://host.test/x"));
  }

  @Test
  void anOrganizationDoesNotFetchMoreThanItsShare() throws VerificationFailedException {
    IssuerUrl proven = new IssuerUrl("https://proven.test");
    issuerKeys.find(proven, KID, Uid.newRoot());
    clock.advance(Duration.ofMinutes(6));
    int share = FetchLimits.PER_ORGANIZATION - FetchLimits.PER_ORGANIZATION_FOR_PROVEN;
    for (int i = 0; i < share; i++) {
      issuerKeys.find(new IssuerUrl("https://host" + i + ".test"), KID, organization.newChild());
    }

    assertThat(wait(ISSUER, KID)).isEqualTo(Duration.ofSeconds(1));
    issuerKeys.find(ISSUER, KID, Uid.newRoot());
    find(proven);
    assertThat(issuers.fetches(proven)).isEqualTo(2);
  }

  @Test
  void whatWasNotFetchedForALimitIsAnsweredWithStaleKeys() throws VerificationFailedException {
    find(KID);
    List<IssuerUrl> others = urls("proven", FetchLimits.PER_ORGANIZATION);
    for (IssuerUrl other : others) {
      issuerKeys.find(other, KID, Uid.newRoot());
    }
    clock.advance(Duration.ofMinutes(6));
    for (IssuerUrl other : others) {
      find(other);
    }

    find(KID);
    assertThat(issuers.fetches(ISSUER)).isEqualTo(1);
  }

  @Test
  void whatIsRememberedIsBounded() throws VerificationFailedException {
    issuers.answer = keys(P256, P384, ED25519);
    for (int i = 0; i < 20_000; i++) {
      issuerKeys.find(new IssuerUrl("https://host" + i + ".test"), KID, Uid.newRoot());
    }

    assertThat(issuerKeys.remembered()).isLessThanOrEqualTo(2_500);
  }

  private VerificationKeys find(KeyRequest key) throws VerificationFailedException {
    return issuerKeys.find(ISSUER, key, organization);
  }

  private VerificationKeys find(IssuerUrl issuer) throws VerificationFailedException {
    return issuerKeys.find(issuer, KID, organization);
  }

  private void refused(KeyRequest key) {
    assertThatExceptionOfType(VerificationFailedException.class).isThrownBy(() -> find(key));
  }

  private Duration wait(KeyRequest key) {
    return wait(ISSUER, key);
  }

  /** Returns how long the caller is told to wait. */
  private Duration wait(IssuerUrl issuer, KeyRequest key) {
    PlatformException refusal =
        catchThrowableOfType(
            PlatformException.class, () -> issuerKeys.find(issuer, key, organization));
    assertThat(refusal.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    return refusal.details().stream().map(RetryInfo.class::cast).findFirst().orElseThrow().delay();
  }

  /** Asks for keys in several threads; returns for each whether it got them. */
  private List<Future<Boolean>> start(int times, IssuerUrl issuer) {
    return start(times, issuer, organization);
  }

  private List<Future<Boolean>> start(int times, IssuerUrl issuer, Uid forOrganization) {
    return Stream.generate(
            () ->
                threads.start(
                    () -> {
                      try {
                        return issuerKeys.find(issuer, KID, forOrganization).contains(KID);
                      } catch (PlatformException | VerificationFailedException e) {
                        return false;
                      }
                    }))
        .limit(times)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static List<IssuerUrl> urls(String name, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new IssuerUrl("https://" + name + i + ".test"))
        .toList();
  }

  private static void awaitThat(BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  /** Issuers that all have the same keys and fail in the same ways. */
  private final class FakeIssuers implements KeySource {
    private final Map<IssuerUrl, AtomicInteger> fetches = new ConcurrentHashMap<>();
    volatile CountDownLatch open = new CountDownLatch(0);
    volatile VerificationKeys answer = keys(P256);
    volatile boolean down;
    volatile boolean answers;
    volatile boolean wrong;
    volatile boolean broken;
    volatile boolean incomplete;
    volatile Duration takes = Duration.ZERO;

    @Override
    public VerificationKeys fetch(IssuerUrl issuer)
        throws VerificationFailedException, IssuerUnreachableException {
      fetches.computeIfAbsent(issuer, key -> new AtomicInteger()).incrementAndGet();
      try {
        open.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      clock.advance(takes);
      if (broken) {
        throw new IllegalStateException("broken");
      }
      if (incomplete) {
        throw new NoClassDefFoundError("some/Library");
      }
      if (down) {
        throw new IssuerUnreachableException("down", answers);
      }
      if (wrong) {
        throw new VerificationFailedException("wrong");
      }
      return answer;
    }

    void close() {
      open = new CountDownLatch(1);
    }

    int fetches() {
      return fetches.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    int fetches(IssuerUrl issuer) {
      return fetches.getOrDefault(issuer, new AtomicInteger()).get();
    }

    void awaitFetches(int count) {
      awaitThat(() -> fetches() >= count);
    }
  }
}
