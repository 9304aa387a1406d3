package local.platform.iam.idp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Grants;
import local.platform.access.authz.Grants.Grant;
import local.platform.access.authz.Narrowing;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.ErrorDetail.PreconditionFailure;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.Change;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.iam.idp.IdentityProviderDraft.Oidc;
import local.platform.kind.Resources;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import local.platform.testing.sample.IdentityProviderSample;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdentityProvidersTest {
  private static final String SECRET = "a secret, with a space";
  private static final Oidc OIDC =
      new Oidc(
          "https://issuer.example",
          "client",
          new ClientSecret(SECRET),
          List.of("email", "profile"),
          "groups",
          Optional.empty(),
          false);

  private TestServices services;
  private World world;
  private Resources<IdentityProviderDraft, IdentityProvider> providers;
  private Uid root;
  private Uid group;
  private Caller owner;

  @AfterEach
  void stop() {
    services.close();
  }

  private void start(TestDatabase database) {
    services = new TestServices(database, new MutableClock());
    world = new World(services);
    providers = services.resources(IdentityProviders.KIND);
    root = world.organization();
    group = world.group(root);
    owner = World.everythingAt(root);
  }

  private static IdentityProviderDraft draft(Uid role) {
    return new IdentityProviderDraft("name", "text", Optional.of(role), Optional.of(OIDC));
  }

  private IdentityProvider create(Uid role) {
    return providers.create(owner, group, draft(role));
  }

  private IdentityProvider change(
      Caller caller, Uid uid, UnaryOperator<IdentityProviderDraft> change, String... fields) {
    return providers.update(caller, uid, DraftChange.of(change, fields), VersionCondition.ANY);
  }

  /** Changes the configuration, and keeps the secret if it is not changed. */
  private IdentityProvider changeOidc(Caller caller, Uid uid, UnaryOperator<Oidc> change) {
    return change(
        caller,
        uid,
        before ->
            new IdentityProviderDraft(
                before.name(),
                before.description(),
                before.defaultRole(),
                before.oidc().map(change)),
        "oidc");
  }

  private static Oidc issuer(Oidc oidc, String issuer) {
    return new Oidc(
        issuer,
        oidc.clientId(),
        oidc.clientSecret(),
        oidc.additionalScopes(),
        oidc.groupsClaim(),
        oidc.correlationRule(),
        oidc.pkceEnabled());
  }

  private static Oidc pkce(Oidc oidc) {
    return new Oidc(
        oidc.issuer(),
        oidc.clientId(),
        oidc.clientSecret(),
        oidc.additionalScopes(),
        oidc.groupsClaim(),
        oidc.correlationRule(),
        true);
  }

  /** Returns the secret that is stored, decrypted. */
  private Optional<String> secret(Uid uid) {
    ClientSecret stored = stored(uid).draft().oidc().orElseThrow().clientSecret();
    return stored.isSet()
        ? Optional.of(IdentityProviderSample.clientSecrets(services).decrypt(uid, stored).text())
        : Optional.empty();
  }

  private IdentityProviderEntity stored(Uid uid) {
    return services
        .transactions()
        .read(() -> services.repositories().of(IdentityProviders.KIND).find(uid))
        .orElseThrow();
  }

  private static Caller caller(Uid at, Capability... capabilities) {
    return new Caller(
        Uid.newRoot().newChild(),
        Narrowing.NONE,
        Grants.of(List.of(new Grant(at, Set.of(capabilities)))));
  }

  private static String reason(Runnable call) {
    return catchThrowableOfType(PlatformException.class, call::run).reason();
  }

  private static String obstacle(Runnable call) {
    PlatformException thrown = catchThrowableOfType(PlatformException.class, call::run);
    return ((PreconditionFailure) thrown.details().get(0)).type();
  }

  @ParameterizedTest
  @EnumSource
  void theSecretIsStoredEncryptedAndSeenByNobody(TestDatabase database) {
    start(database);
    List<Change> changes = new ArrayList<>();
    services.observe(changes::addAll);
    providers = services.resources(IdentityProviders.KIND);

    IdentityProvider created = create(BuiltInRole.VIEWER.uid());

    assertThat(secret(created.uid())).contains(SECRET);
    assertThat(stored(created.uid()).draft().oidc().orElseThrow().clientSecret().text())
        .doesNotContain(SECRET);
    assertThat(List.of(created, providers.get(owner, created.uid())))
        .allMatch(each -> !each.draft().oidc().orElseThrow().clientSecret().isSet());
    assertThat(changes).hasSize(1);
    assertThat(String.valueOf(changes)).doesNotContain(SECRET);
    assertThat(((IdentityProvider) changes.get(0).after().orElseThrow()).draft())
        .isEqualTo(created.draft());
  }

  @ParameterizedTest
  @EnumSource
  void aSecretStaysUntilItIsReplacedOrRemoved(TestDatabase database) {
    start(database);
    Uid uid = create(BuiltInRole.VIEWER.uid()).uid();

    changeOidc(owner, uid, IdentityProvidersTest::pkce);
    assertThat(secret(uid)).contains(SECRET);

    changeOidc(owner, uid, oidc -> oidc.withClientSecret(new ClientSecret("other")));
    assertThat(secret(uid)).contains("other");

    changeOidc(owner, uid, oidc -> oidc.withClientSecret(ClientSecret.NONE));
    assertThat(secret(uid)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aSecretIsNotRemovedWithoutPkce(TestDatabase database) {
    start(database);
    Uid uid = create(BuiltInRole.VIEWER.uid()).uid();

    assertThat(
            World.violations(
                () -> changeOidc(owner, uid, oidc -> oidc.withClientSecret(ClientSecret.NONE))))
        .containsExactly("oidc.clientSecret");
    assertThat(secret(uid)).contains(SECRET);
  }

  @ParameterizedTest
  @EnumSource
  void anotherIssuerDoesNotGetTheStoredSecret(TestDatabase database) {
    start(database);
    Uid uid = create(BuiltInRole.VIEWER.uid()).uid();
    String other = "https://other.example";

    assertThat(World.violations(() -> changeOidc(owner, uid, oidc -> issuer(oidc, other))))
        .containsExactly("oidc.clientSecret");
    assertThat(secret(uid)).contains(SECRET);

    changeOidc(owner, uid, oidc -> issuer(oidc, other).withClientSecret(new ClientSecret("new")));
    assertThat(secret(uid)).contains("new");

    changeOidc(owner, uid, oidc -> pkce(issuer(oidc, "https://third.example")));
    assertThat(secret(uid)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void theSecretOfOneIsOfNoUseInAnother(TestDatabase database) {
    start(database);
    Uid uid = create(BuiltInRole.VIEWER.uid()).uid();
    ClientSecret stored = stored(uid).draft().oidc().orElseThrow().clientSecret();

    assertThat(
            catchThrowableOfType(
                IllegalStateException.class,
                () ->
                    IdentityProviderSample.clientSecrets(services)
                        .decrypt(group.newChild(), stored)))
        .isNotNull();
    assertThat(
            catchThrowableOfType(
                IllegalStateException.class,
                () -> services.keyEncryptionKey().signingKeyCipher().decrypt(stored.text())))
        .isNotNull();
  }

  @ParameterizedTest
  @EnumSource
  void whoCannotGrantTheDefaultRoleChangesNothing(TestDatabase database) {
    start(database);
    Uid uid = create(BuiltInRole.EDITOR.uid()).uid();
    Caller weak =
        caller(
            root,
            Capability.IAM_IDENTITY_PROVIDERS_CREATE,
            Capability.IAM_IDENTITY_PROVIDERS_UPDATE,
            Capability.IAM_ROLE_BINDINGS_CREATE);

    assertThat(reason(() -> providers.create(weak, group, draft(BuiltInRole.EDITOR.uid()))))
        .isEqualTo("GRANT_EXCEEDS_CALLER");
    assertThat(
            reason(
                () ->
                    change(
                        weak,
                        uid,
                        before ->
                            new IdentityProviderDraft(
                                "another", "", before.defaultRole(), before.oidc()),
                        "name",
                        "description")))
        .isEqualTo("GRANT_EXCEEDS_CALLER");
    Uid grantable = world.role(root, Capability.IAM_ROLE_BINDINGS_CREATE).uid();
    assertThat(
            reason(
                () ->
                    providers.update(
                        weak,
                        uid,
                        IdentityProviderSample.defaultRole(grantable),
                        VersionCondition.ANY)))
        .isEqualTo("GRANT_EXCEEDS_CALLER");
    assertThat(providers.get(owner, uid).draft().name()).isEqualTo("name");
    assertThat(providers.get(owner, uid).draft().defaultRole()).contains(BuiltInRole.EDITOR.uid());
    assertThat(providers.create(weak, world.group(root), draft(grantable)).draft().defaultRole())
        .contains(grantable);
  }

  @ParameterizedTest
  @EnumSource
  void creatingAndUpdatingNeedToBindBesides(TestDatabase database) {
    start(database);
    Uid uid = create(BuiltInRole.VIEWER.uid()).uid();
    for (Capability missing :
        List.of(
            Capability.IAM_IDENTITY_PROVIDERS_CREATE,
            Capability.IAM_IDENTITY_PROVIDERS_UPDATE,
            Capability.IAM_ROLE_BINDINGS_CREATE)) {
      Set<Capability> others = new HashSet<>(BuiltInRole.OWNER.capabilities());
      others.remove(missing);
      Caller caller = caller(root, others.toArray(Capability[]::new));
      boolean mayCreate = missing == Capability.IAM_IDENTITY_PROVIDERS_UPDATE;
      boolean mayUpdate = missing == Capability.IAM_IDENTITY_PROVIDERS_CREATE;

      assertThat(permitted(() -> providers.create(caller, group, IdentityProviderDraft.EMPTY)))
          .isEqualTo(mayCreate);
      assertThat(permitted(() -> changeOidc(caller, uid, IdentityProvidersTest::pkce)))
          .isEqualTo(mayUpdate);
    }
  }

  private static boolean permitted(Runnable call) {
    try {
      call.run();
      return true;
    } catch (PlatformException e) {
      return !e.code().name().equals("PERMISSION_DENIED");
    }
  }

  @ParameterizedTest
  @EnumSource
  void itsRoleAndItsGroupCannotBeDeleted(TestDatabase database) {
    start(database);
    Uid role = world.role(root, Capability.REPO_LIST).uid();
    Uid uid = create(role).uid();

    assertThat(obstacle(() -> services.roles().delete(owner, role, VersionCondition.ANY)))
        .isEqualTo("RESOURCE_IN_USE");
    assertThat(obstacle(() -> services.groups().delete(owner, group, VersionCondition.ANY)))
        .isEqualTo("RESOURCE_NOT_EMPTY");

    providers.delete(owner, uid, VersionCondition.ANY);
    services.roles().delete(owner, role, VersionCondition.ANY);
    services.groups().delete(owner, group, VersionCondition.ANY);
  }

  @ParameterizedTest
  @EnumSource
  void itsRoleIsOneOfItsGroupOrAbove(TestDatabase database) {
    start(database);
    Uid elsewhere = world.role(world.group(root), Capability.REPO_LIST).uid();

    assertThat(World.violations(() -> create(elsewhere))).containsExactly("defaultRole");
    assertThat(World.violations(() -> create(root.newChild()))).containsExactly("defaultRole");
  }

  @ParameterizedTest
  @EnumSource
  void theCorrelationRuleNeverChanges(TestDatabase database) {
    start(database);
    Uid uid = create(BuiltInRole.VIEWER.uid()).uid();

    changeOidc(owner, uid, oidc -> rule(oidc, CorrelationRule.SUB_EQUALS_EXTERNAL_ID));
    assertThat(
            World.violations(
                () ->
                    changeOidc(
                        owner, uid, oidc -> rule(oidc, CorrelationRule.OID_EQUALS_EXTERNAL_ID))))
        .containsExactly("oidc.correlationRule");
  }

  private static Oidc rule(Oidc oidc, CorrelationRule rule) {
    return new Oidc(
        oidc.issuer(),
        oidc.clientId(),
        oidc.clientSecret(),
        oidc.additionalScopes(),
        oidc.groupsClaim(),
        Optional.of(rule),
        oidc.pkceEnabled());
  }

  @ParameterizedTest
  @EnumSource
  void everythingThatIsWrongIsNamed(TestDatabase database) {
    start(database);
    Oidc wrong =
        new Oidc(
            "http://issuer.example",
            "",
            new ClientSecret("s".repeat(1_025)),
            List.of("two words"),
            "a\nb",
            Optional.empty(),
            false);

    assertThat(
            World.violations(
                () ->
                    providers.create(
                        owner,
                        group,
                        new IdentityProviderDraft(
                            "NAME", "", Optional.empty(), Optional.of(wrong)))))
        .containsExactlyInAnyOrder(
            "name",
            "defaultRole",
            "oidc.issuer",
            "oidc.clientId",
            "oidc.clientSecret",
            "oidc.additionalScopes",
            "oidc.groupsClaim");
    assertThat(World.violations(() -> providers.create(owner, group, IdentityProviderDraft.EMPTY)))
        .containsExactlyInAnyOrder("name", "defaultRole", "oidc");
  }
}
