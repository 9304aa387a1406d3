package local.platform.signin.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.IssuedToken;
import local.platform.access.token.SigningKeys;
import local.platform.access.token.TokenSubject;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.UnobservedWrite;
import local.platform.foundation.uid.Uid;
import local.platform.signin.authn.Authenticated;
import local.platform.signin.authn.Authenticator;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.UidTree;
import local.platform.testing.World;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Exchanges tokens again and again, each time the result of the exchange before. */
class TokenExchangePropertyTest {
  private static final String OURS = "https://platform.test";
  private static final List<Capability> CAPABILITIES =
      List.of(
          Capability.IAM_GROUPS_LIST, Capability.IAM_GROUPS_CREATE, Capability.IAM_GROUPS_DELETE);

  private static final MutableClock CLOCK = new MutableClock();
  private static TestServices services;
  private static SigningKeys keys;
  private static TokenExchange exchange;
  private static Authenticator authenticator;
  private static Uid identity;

  /**
   * A further exchange.
   *
   * @param narrowing restrictions of the new token
   * @param after time since the exchange before
   */
  record Step(Narrowing narrowing, Duration after) {}

  /**
   * Creates an identity that is recognised by its own tokens and has different roles at different
   * groups.
   */
  @BeforeContainer
  static void start() {
    services = new TestServices(TestDatabase.H2, CLOCK);
    keys = services.signingKeys();
    keys.rotate();
    exchange = services.tokenExchange(keys);
    authenticator = services.authenticator(keys);
    identity = new World(services).organization().newChild();
    write(
        () -> {
          services
              .identities()
              .insert(
                  UnobservedWrite.begin(),
                  identity,
                  "chain",
                  OURS,
                  identity.value(),
                  CLOCK.instant());
          return identity;
        });
    UidTree.ALL.forEach(
        group ->
            write(
                () ->
                    services
                        .groupRepository()
                        .insert(UnobservedWrite.begin(), group, "g", "", CLOCK.instant())));
    Uid first = UidTree.ALL.get(0);
    Uid below =
        UidTree.ALL.stream()
            .filter(uid -> uid.parent().equals(Optional.of(first)))
            .findFirst()
            .orElseThrow();
    Uid other = UidTree.ALL.get(1);
    grant(first, BuiltInRole.VIEWER);
    grant(below, BuiltInRole.OWNER);
    grant(other, BuiltInRole.OWNER);
  }

  private static void grant(Uid group, BuiltInRole role) {
    write(
        () -> {
          services
              .roleBindings()
              .insert(
                  UnobservedWrite.begin(), group.newChild(), identity, role.uid(), CLOCK.instant());
          return group;
        });
  }

  private static <T> void write(Supplier<T> work) {
    services.transactions().write(attempt -> work.get());
  }

  @AfterContainer
  static void stop() {
    services.close();
  }

  @Property(tries = 300)
  void noTokenOfAChainAllowsMoreOrLivesLongerThanTheOneBefore(@ForAll("chains") List<Step> chain) {
    keys.rotate();
    String token =
        services
            .tokenIssuer(keys)
            .issue(
                new TokenSubject(identity, 0), List.of(OURS), Narrowing.NONE, Duration.ofHours(1))
            .text();
    Caller allowed = authenticator.authenticate(token).caller();
    Instant expiry = CLOCK.instant().plus(Duration.ofHours(1));
    for (Step step : chain) {
      CLOCK.advance(step.after());

      IssuedToken next =
          exchange.exchange(
              new Exchange(token, Optional.of(identity), List.of(), step.narrowing()));

      Authenticated then = authenticator.authenticate(next.text());
      for (Uid group : UidTree.ALL) {
        Set<Capability> now = held(then.caller(), group);
        assertThat(held(allowed, group)).as("at %s", group).containsAll(now);
        assertThat(now).as("at %s", group).isEqualTo(expected(allowed, step, group));
      }
      assertThat(next.expiry()).isEqualTo(then.token().expiry()).isBeforeOrEqualTo(expiry);
      token = next.text();
      allowed = then.caller();
      expiry = next.expiry();
    }
  }

  /**
   * Returns the capabilities at a group that remain of those before, within the scopes and the
   * capabilities of the step.
   */
  private static Set<Capability> expected(Caller before, Step step, Uid group) {
    Set<Capability> expected = EnumSet.noneOf(Capability.class);
    for (Set<Uid> scopes : scopes(step, group)) {
      for (Uid scope : scopes) {
        if (scope.covers(group)) {
          expected.addAll(held(before, scope));
        }
      }
    }
    step.narrowing().capabilities().ifPresent(expected::retainAll);
    return expected;
  }

  private static List<Set<Uid>> scopes(Step step, Uid group) {
    return step.narrowing().scopes().isEmpty() ? List.of(Set.of(group)) : step.narrowing().scopes();
  }

  private static Set<Capability> held(Caller caller, Uid group) {
    Set<Capability> held = EnumSet.noneOf(Capability.class);
    held.addAll(caller.grants().capabilitiesAt(group));
    held.retainAll(CAPABILITIES);
    return held;
  }

  @Provide
  Arbitrary<List<Step>> chains() {
    Arbitrary<Optional<Set<Uid>>> scopes = UidTree.sets(3).filter(set -> !set.isEmpty()).optional();
    Arbitrary<Optional<Set<Capability>>> capabilities =
        Arbitraries.of(CAPABILITIES).set().ofMinSize(1).optional();
    Arbitrary<Narrowing> narrowings = Combinators.combine(scopes, capabilities).as(Narrowing::to);
    Arbitrary<Duration> pauses = Arbitraries.longs().between(0, 600).map(Duration::ofSeconds);
    return Combinators.combine(narrowings, pauses).as(Step::new).list().ofMinSize(1).ofMaxSize(5);
  }
}
