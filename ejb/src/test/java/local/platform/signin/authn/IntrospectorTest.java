package local.platform.signin.authn;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Grants;
import local.platform.access.authz.Grants.Grant;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.SigningKeys;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.UnobservedWrite;
import local.platform.foundation.uid.Uid;
import local.platform.signin.authn.Introspection.Holding;
import local.platform.signin.authn.Introspection.Role;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@TestInstance(Lifecycle.PER_CLASS)
class IntrospectorTest {
  private static final Role VIEWER = role(BuiltInRole.VIEWER, "Viewer Role (built-in)");
  private static final Role EDITOR = role(BuiltInRole.EDITOR, "Editor Role (built-in)");
  private static final Role APK_PULL = role(BuiltInRole.APK_PULL, "APK Pull Role (built-in)");

  private final MutableClock clock = new MutableClock();
  private TestServices services;
  private SigningKeys keys;
  private Uid organization;
  private Uid group;
  private Uid identity;

  @BeforeAll
  void start() {
    services = new TestServices(TestDatabase.H2, clock);
    keys = services.signingKeys();
    keys.rotate();
  }

  @AfterAll
  void stop() {
    services.close();
  }

  @BeforeEach
  void makeAnIdentity() {
    organization = group(Uid.newRoot());
    group = group(organization.newChild());
    identity = organization.newChild();
    write(
        () -> {
          services
              .identities()
              .insert(
                  UnobservedWrite.begin(),
                  identity,
                  "alice",
                  "https://idp.test",
                  identity.value(),
                  clock.instant());
          return identity;
        });
  }

  @Test
  void theTokenSaysWhoItIsForAndHowLong() {
    assertThat(introspect(Narrowing.NONE))
        .isEqualTo(
            new Introspection(
                "https://platform.test",
                identity,
                List.of("https://platform.test"),
                clock.instant().plus(Duration.ofHours(1)),
                clock.instant(),
                List.of()));
  }

  @Test
  void eachRoleIsNamedAtItsGroupAndThoseOfOthersAreNot() {
    bind(identity, group, BuiltInRole.EDITOR);
    bind(identity, group, BuiltInRole.VIEWER);
    bind(identity, organization, BuiltInRole.VIEWER);
    Uid first = identity;
    makeAnIdentity();
    bind(identity, group, BuiltInRole.OWNER);
    identity = first;

    List<Holding> holdings = introspect(Narrowing.NONE).holdings();

    Uid top = identity.root();
    assertThat(holdings)
        .extracting(Holding::role)
        .containsExactly(Optional.of(VIEWER), Optional.of(EDITOR), Optional.of(VIEWER));
    assertThat(holdings.get(0).group()).isEqualTo(top);
    assertThat(holdings.get(0).capabilities()).isEqualTo(BuiltInRole.VIEWER.capabilities());
    assertThat(holdings.get(1).capabilities()).isEqualTo(BuiltInRole.EDITOR.capabilities());
    assertThat(holdings.get(1).group()).isEqualTo(holdings.get(2).group()).isNotEqualTo(top);
  }

  @Test
  void ofANarrowedTokenIsShownWhatIsLeftAndWhere() {
    bind(identity, organization, BuiltInRole.VIEWER);
    bind(identity, organization, BuiltInRole.APK_PULL);
    bind(identity, group, BuiltInRole.OWNER);
    Uid scope = organization.newChild();
    Set<Capability> some = BuiltInRole.APK_PULL.capabilities();

    List<Holding> holdings =
        introspect(Narrowing.to(Optional.of(Set.of(scope)), Optional.of(some))).holdings();

    // All capabilities of one role, and a part of another role, which is therefore shown without
    // its name.
    assertThat(holdings)
        .containsExactlyInAnyOrder(
            new Holding(scope, Optional.of(APK_PULL), some),
            new Holding(scope, Optional.empty(), some));
  }

  @Test
  void twoBindingsThatComeToTheSameAreShownOnce() {
    bind(identity, organization, BuiltInRole.VIEWER);
    bind(identity, group, BuiltInRole.VIEWER);

    assertThat(introspect(Narrowing.to(Optional.of(Set.of(group)), Optional.empty())).holdings())
        .containsExactly(
            new Holding(group, Optional.of(VIEWER), BuiltInRole.VIEWER.capabilities()));
  }

  @Test
  void ofScopesAboveEachOtherEachShowsOnlyItsOwn() {
    Uid below = group(group.newChild());
    bind(identity, organization, BuiltInRole.VIEWER);
    bind(identity, group, BuiltInRole.EDITOR);
    bind(identity, below, BuiltInRole.APK_PULL);

    assertThat(held(Set.of(group, below)))
        .containsExactlyInAnyOrder(
            holding(group, VIEWER), holding(group, EDITOR), holding(below, APK_PULL));
    assertThat(held(Set.of(organization, below)))
        .containsExactlyInAnyOrder(
            holding(organization, VIEWER), holding(below, EDITOR), holding(below, APK_PULL));
    assertThat(held(Set.of(below)))
        .containsExactlyInAnyOrder(
            holding(below, VIEWER), holding(below, EDITOR), holding(below, APK_PULL));
  }

  @Test
  void aRoleThatIsBoundAtEachOfTwoScopesIsShownAtEach() {
    Uid below = group(group.newChild());
    Uid beside = group(organization.newChild());
    bind(identity, group, BuiltInRole.VIEWER);
    bind(identity, below, BuiltInRole.VIEWER);
    bind(identity, organization, BuiltInRole.EDITOR);

    assertThat(held(Set.of(group, below)))
        .containsExactlyInAnyOrder(
            holding(group, VIEWER), holding(group, EDITOR), holding(below, VIEWER));
    assertThat(held(Set.of(group, beside)))
        .containsExactlyInAnyOrder(
            holding(group, VIEWER), holding(group, EDITOR), holding(beside, EDITOR));
  }

  /**
   * Returns what is shown of a token that is restricted to these groups, after checking that it is
   * exactly what the token allows.
   */
  private List<Holding> held(Set<Uid> scopes) {
    Narrowing narrowing = Narrowing.to(Optional.of(scopes), Optional.empty());
    List<Holding> holdings = introspect(narrowing).holdings();
    Grants shown =
        Grants.of(
            holdings.stream()
                .map(holding -> new Grant(holding.group(), holding.capabilities()))
                .toList());
    Grants allowed = authenticated(narrowing).caller().grants();
    for (Uid scope : scopes) {
      assertThat(shown.capabilitiesAt(scope)).isEqualTo(allowed.capabilitiesAt(scope));
    }
    return holdings;
  }

  /** Returns a holding with all capabilities of a role at a group. */
  private static Holding holding(Uid where, Role role) {
    BuiltInRole builtIn = BuiltInRole.of(role.uid()).orElseThrow();
    return new Holding(where, Optional.of(role), builtIn.capabilities());
  }

  @Test
  void aNarrowingToNothingLeavesNothing() {
    bind(identity, organization, BuiltInRole.OWNER);

    assertThat(introspect(Narrowing.to(Optional.empty(), Optional.of(Set.of()))).holdings())
        .isEmpty();
    assertThat(introspect(Narrowing.to(Optional.of(Set.of()), Optional.empty())).holdings())
        .isEmpty();
  }

  @Test
  void aRevokedRoleIsShownNoMore() {
    bind(identity, organization, BuiltInRole.OWNER);
    assertThat(introspect(Narrowing.NONE).holdings()).hasSize(1);

    write(
        () -> {
          services.roleBindings().deleteOf(UnobservedWrite.begin(), identity);
          return identity;
        });

    assertThat(introspect(Narrowing.NONE).holdings()).isEmpty();
  }

  private Introspection introspect(Narrowing narrowing) {
    return services.introspector().introspect(authenticated(narrowing).token());
  }

  private Authenticated authenticated(Narrowing narrowing) {
    String token = services.token(keys, identity, narrowing, Duration.ofHours(1));
    return services.authenticator(keys).authenticate(token);
  }

  private Uid group(Uid uid) {
    return write(
        () ->
            services
                .groupRepository()
                .insert(UnobservedWrite.begin(), uid, "group", "", clock.instant())
                .uid());
  }

  private void bind(Uid who, Uid where, BuiltInRole role) {
    write(
        () -> {
          services
              .roleBindings()
              .insert(UnobservedWrite.begin(), where.newChild(), who, role.uid(), clock.instant());
          return where;
        });
  }

  private <T> T write(Supplier<T> work) {
    return services.transactions().write(attempt -> work.get());
  }

  private static Role role(BuiltInRole role, String description) {
    return new Role(role.uid(), role.roleName(), description);
  }
}
