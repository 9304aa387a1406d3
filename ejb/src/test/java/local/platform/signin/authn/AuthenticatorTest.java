package local.platform.signin.authn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.SigningKeys;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.UnobservedWrite;
import local.platform.foundation.uid.Uid;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@TestInstance(Lifecycle.PER_CLASS)
class AuthenticatorTest {
  private static final Capability LIST = Capability.IAM_GROUPS_LIST;
  private static final Capability CREATE = Capability.IAM_GROUPS_CREATE;

  private final MutableClock clock = new MutableClock();
  private TestServices services;
  private SigningKeys keys;
  private Authenticator authenticator;
  private Uid organization;
  private Uid identity;

  @BeforeAll
  void start() {
    services = new TestServices(TestDatabase.H2, clock);
    keys = services.signingKeys();
    authenticator = services.authenticator(keys);
  }

  @AfterAll
  void stop() {
    services.close();
  }

  @BeforeEach
  void makeAnIdentity() {
    keys.rotate();
    organization = group(Uid.newRoot());
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
  void theCallerIsTheIdentityOfTheTokenWithItsRoles() {
    Uid elsewhere = group(Uid.newRoot());
    bind(organization, BuiltInRole.VIEWER);
    bind(organization, BuiltInRole.REGISTRY_PUSH);
    bind(elsewhere, BuiltInRole.OWNER);

    Caller caller = caller(token(Narrowing.NONE));

    assertThat(caller.identity()).isEqualTo(identity);
    assertThat(caller.narrowing()).isEqualTo(Narrowing.NONE);
    assertThat(caller.visible(LIST)).containsExactlyInAnyOrder(organization, elsewhere);
    assertThat(caller.visible(CREATE)).containsExactlyInAnyOrder(organization, elsewhere);
    assertThat(caller.visible(Capability.IAM_GROUPS_DELETE)).containsExactly(elsewhere);
    assertThat(caller.grants().capabilitiesAt(organization))
        .containsAll(BuiltInRole.VIEWER.capabilities())
        .containsAll(BuiltInRole.REGISTRY_PUSH.capabilities());
  }

  @Test
  void bindingsOfOthersDoNotCount() {
    Uid other = identity;
    makeAnIdentity();
    bindTo(other, organization, BuiltInRole.OWNER);

    assertThat(caller(token(Narrowing.NONE)).visible(LIST)).isEmpty();
  }

  @Test
  void anIdentityWithoutBindingsIsACallerWithoutGrants() {
    Caller caller = caller(token(Narrowing.NONE));

    assertThat(caller.identity()).isEqualTo(identity);
    assertThat(caller.visible(LIST)).isEmpty();
  }

  @Test
  void aNarrowedTokenLeavesWhatItIsNarrowedTo() {
    Uid child = group(organization.newChild());
    bind(organization, BuiltInRole.OWNER);
    Narrowing narrowing = Narrowing.to(Optional.of(Set.of(child)), Optional.of(Set.of(LIST)));

    Caller caller = caller(token(narrowing));

    assertThat(caller.narrowing()).isEqualTo(narrowing);
    assertThat(caller.visible(LIST)).containsExactly(child);
    assertThat(caller.visible(CREATE)).isEmpty();
  }

  @Test
  void aGrantAndItsRevocationAreEffectiveOnTheNextRequest() {
    String token = token(Narrowing.NONE);
    assertThat(caller(token).visible(LIST)).isEmpty();

    bind(organization, BuiltInRole.OWNER);
    assertThat(caller(token).visible(LIST)).containsExactly(organization);

    write(
        () -> {
          services.roleBindings().deleteOf(UnobservedWrite.begin(), identity);
          return identity;
        });
    assertThat(caller(token).visible(LIST)).isEmpty();
  }

  @Test
  void theTokenOfADeletedIdentityIsRefusedOnTheNextRequest() {
    bind(organization, BuiltInRole.OWNER);
    String token = token(Narrowing.NONE);
    assertThat(caller(token).identity()).isEqualTo(identity);

    write(
        () -> {
          services.identityRules().deleteWithGrants(UnobservedWrite.begin(), identity);
          return identity;
        });

    assertRefused(token, "IDENTITY_NOT_REGISTERED");
  }

  @Test
  void theTokenOfARemovedKeyIsRefusedOnTheNextRequest() {
    String token = token(Narrowing.NONE);
    assertThat(caller(token).identity()).isEqualTo(identity);

    removeKeys();

    // This node still has the key in memory, but the database decides.
    assertRefused(token, "TOKEN_SIGNATURE_INVALID");
    clock.advance(Duration.ofMinutes(1));
    assertRefused(token, "TOKEN_SIGNATURE_INVALID");
  }

  @Test
  void whereKeyAndIdentityAreGoneTheKeyIsNamed() {
    String token = token(Narrowing.NONE);
    write(
        () -> {
          services.identityRules().deleteWithGrants(UnobservedWrite.begin(), identity);
          return identity;
        });

    removeKeys();

    assertRefused(token, "TOKEN_SIGNATURE_INVALID");
  }

  @Test
  void aTokenThatIsNoneIsRefused() {
    assertRefused("text", "TOKEN_MALFORMED");
  }

  private Uid group(Uid uid) {
    return write(
        () ->
            services
                .groupRepository()
                .insert(UnobservedWrite.begin(), uid, "group", "", clock.instant())
                .uid());
  }

  private void bind(Uid group, BuiltInRole role) {
    bindTo(identity, group, role);
  }

  private void bindTo(Uid who, Uid group, BuiltInRole role) {
    write(
        () -> {
          services
              .roleBindings()
              .insert(UnobservedWrite.begin(), group.newChild(), who, role.uid(), clock.instant());
          return group;
        });
  }

  private void removeKeys() {
    write(
        () ->
            services.entityManager().createQuery("delete from SigningKeyEntity k").executeUpdate());
  }

  private <T> T write(Supplier<T> work) {
    return services.transactions().write(attempt -> work.get());
  }

  private String token(Narrowing narrowing) {
    return services.token(keys, identity, narrowing, Duration.ofHours(1));
  }

  private Caller caller(String token) {
    return authenticator.authenticate(token).caller();
  }

  private void assertRefused(String token, String reason) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> authenticator.authenticate(token))
        .satisfies(
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
              assertThat(e.reason()).isEqualTo(reason);
            });
  }
}
