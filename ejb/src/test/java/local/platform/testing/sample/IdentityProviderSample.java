package local.platform.testing.sample;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Capability;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.iam.idp.ClientSecret;
import local.platform.iam.idp.ClientSecrets;
import local.platform.iam.idp.IdentityProvider;
import local.platform.iam.idp.IdentityProviderDraft;
import local.platform.iam.idp.IdentityProviderDraft.Oidc;
import local.platform.iam.idp.IdentityProviders;
import local.platform.kind.Kind;
import local.platform.kind.Rules;
import local.platform.testing.TestServices;

/** The sample of identity providers, whose default role is that of editors. */
public final class IdentityProviderSample
    implements KindSample<IdentityProviderDraft, IdentityProvider> {
  @Override
  public Kind<?, IdentityProviderDraft, IdentityProvider> kind() {
    return IdentityProviders.KIND;
  }

  @Override
  public List<Rules<?, ?>> rules(TestServices services) {
    return List.of(
        new IdentityProviders(
            services.roleRules(), clientSecrets(services), services.configuration()));
  }

  /** Returns what encrypts the secrets of identity providers. */
  public static ClientSecrets clientSecrets(TestServices services) {
    return new ClientSecrets(
        services.entityManager(), services.transactions(), services.keyEncryptionKey());
  }

  @Override
  public Map<String, Requirement> requirements() {
    return Map.of(
        "get",
        Requirement.of(Capability.IAM_IDENTITY_PROVIDERS_LIST),
        "create",
        Requirement.of(
                Capability.IAM_IDENTITY_PROVIDERS_CREATE, Capability.IAM_ROLE_BINDINGS_CREATE)
            .grantingFirst(BuiltInRole.EDITOR.capabilities()),
        "update",
        Requirement.of(
                Capability.IAM_IDENTITY_PROVIDERS_UPDATE, Capability.IAM_ROLE_BINDINGS_CREATE)
            .granting(BuiltInRole.EDITOR.capabilities()),
        "delete",
        Requirement.of(Capability.IAM_IDENTITY_PROVIDERS_DELETE));
  }

  @Override
  public Capability listed() {
    return Capability.IAM_IDENTITY_PROVIDERS_LIST;
  }

  @Override
  public IdentityProviderDraft draft(Uid identity, String name) {
    return draft(name, BuiltInRole.EDITOR);
  }

  /** Returns a valid draft whose default role is a built-in one, with a name that no other has. */
  public static IdentityProviderDraft draft(BuiltInRole role) {
    return draft("provider " + Uid.newRoot().value(), role);
  }

  private static IdentityProviderDraft draft(String name, BuiltInRole role) {
    return new IdentityProviderDraft(
        name,
        "",
        Optional.of(role.uid()),
        Optional.of(
            new Oidc(
                "https://issuer.example",
                "client",
                new ClientSecret("secret"),
                List.of(),
                "",
                Optional.empty(),
                false)));
  }

  @Override
  public DraftChange<IdentityProviderDraft> change() {
    return name("changed " + Uid.newRoot().value());
  }

  /** Returns the change of the name of an identity provider. */
  public static DraftChange<IdentityProviderDraft> name(String name) {
    return DraftChange.of(
        before ->
            new IdentityProviderDraft(
                name, before.description(), before.defaultRole(), before.oidc()),
        "name");
  }

  /** Returns the change of the default role of an identity provider. */
  public static DraftChange<IdentityProviderDraft> defaultRole(Uid role) {
    return DraftChange.of(
        before ->
            new IdentityProviderDraft(
                before.name(), before.description(), Optional.of(role), before.oidc()),
        "defaultRole");
  }

  @Override
  public boolean hasUniqueName() {
    return true;
  }

  @Override
  public Map<String, Comparator<IdentityProvider>> orders() {
    return Map.of(
        "name",
        Comparator.comparing(provider -> provider.draft().name()),
        "create_time",
        Comparator.comparing(IdentityProvider::createTime),
        "update_time",
        Comparator.comparing(IdentityProvider::updateTime));
  }

  @Override
  public List<Filtered<IdentityProvider, ?>> filters() {
    return List.of(Filtered.byName(IdentityProviders.NAME, provider -> provider.draft().name()));
  }
}
