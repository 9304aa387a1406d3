package local.platform.iam.idp;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.upstream.IssuerRule;
import local.platform.config.Configuration;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.validation.FieldRules;
import local.platform.iam.idp.IdentityProviderDraft.Oidc;
import local.platform.iam.role.Roles;
import local.platform.kind.Filter;
import local.platform.kind.Guard;
import local.platform.kind.Kind;
import local.platform.kind.Kind.InDeletedGroup;
import local.platform.kind.Rules;

/**
 * The kind of identity providers. Whoever creates or updates one promises its default role to
 * whoever signs in through it, so they must be able to grant that role at its group: another issuer
 * or client grants as much as another role does.
 */
@Dependent
public class IdentityProviders implements Rules<IdentityProviderEntity, IdentityProviderDraft> {
  /** Lists those with a name. */
  public static final Filter<String> NAME = Filter.by("name");

  /** The kind. */
  public static final Kind<IdentityProviderEntity, IdentityProviderDraft, IdentityProvider> KIND =
      Kind.<IdentityProviderEntity, IdentityProviderDraft, IdentityProvider>of(
              "IdentityProvider",
              "identity providers",
              IdentityProviderEntity.class,
              IdentityProviderEntity::toRecord)
          .drafts(
              IdentityProviderDraft.EMPTY,
              IdentityProviderEntity::new,
              IdentityProviderEntity::draft,
              IdentityProviderEntity::store)
          .get(Guard.of(Capability.IAM_IDENTITY_PROVIDERS_LIST))
          .list(Capability.IAM_IDENTITY_PROVIDERS_LIST)
          .create(
              Guard.of(
                  Capability.IAM_IDENTITY_PROVIDERS_CREATE, Capability.IAM_ROLE_BINDINGS_CREATE))
          .update(
              Guard.of(
                  Capability.IAM_IDENTITY_PROVIDERS_UPDATE, Capability.IAM_ROLE_BINDINGS_CREATE))
          .delete(Guard.of(Capability.IAM_IDENTITY_PROVIDERS_DELETE))
          .filteredBy(NAME)
          .unique(
              "uq_identity_provider_name",
              draft ->
                  "an identity provider named \""
                      + draft.name()
                      + "\" exists already: choose another name")
          .inDeletedGroup(InDeletedGroup.PREVENT_DELETION)
          .build();

  private static final int MAX_SECRET_LENGTH = 1_024;
  private static final int MAX_SCOPES = 32;
  private static final int MAX_SCOPE_LENGTH = 255;

  private static final String DEFAULT_ROLE = "defaultRole";
  private static final String ISSUER = "oidc.issuer";
  private static final String CLIENT_ID = "oidc.clientId";
  private static final String CLIENT_SECRET = "oidc.clientSecret";
  private static final String SCOPES = "oidc.additionalScopes";

  private static final Pattern PRINTABLE = Pattern.compile("[ -~]*");

  /** A scope (RFC 6749, section 3.3). */
  private static final Pattern SCOPE = Pattern.compile("[!#-\\[\\]-~]+");

  private final Roles roles;
  private final ClientSecrets secrets;
  private final Configuration configuration;

  @Inject
  public IdentityProviders(Roles roles, ClientSecrets secrets, Configuration configuration) {
    this.roles = roles;
    this.secrets = secrets;
    this.configuration = configuration;
  }

  @Override
  public Kind<IdentityProviderEntity, IdentityProviderDraft, IdentityProvider> kind() {
    return KIND;
  }

  @Override
  public void validate(IdentityProviderDraft draft, FieldViolations violations) {
    FieldRules.name("name", draft.name(), violations);
    FieldRules.description("description", draft.description(), violations);
    draft.oidc().ifPresent(oidc -> validate(oidc, violations));
  }

  private void validate(Oidc oidc, FieldViolations violations) {
    if (!oidc.issuer().isEmpty()) {
      IssuerRule.check(ISSUER, oidc.issuer(), configuration.upstream(), violations);
    }
    FieldRules.line(CLIENT_ID, oidc.clientId(), violations);
    FieldRules.line("oidc.groupsClaim", oidc.groupsClaim(), violations);
    String secret = oidc.clientSecret().text();
    if (secret.length() > MAX_SECRET_LENGTH || !PRINTABLE.matcher(secret).matches()) {
      violations.add(
          CLIENT_SECRET, "must have at most " + MAX_SECRET_LENGTH + " printable ASCII characters");
    }
    List<String> scopes = oidc.additionalScopes();
    if (scopes.size() > MAX_SCOPES) {
      violations.add(SCOPES, "must have at most " + MAX_SCOPES + " entries");
    }
    if (!scopes.stream()
        .allMatch(scope -> scope.length() <= MAX_SCOPE_LENGTH && SCOPE.matcher(scope).matches())) {
      violations.add(
          SCOPES,
          "each must have 1 to "
              + MAX_SCOPE_LENGTH
              + " printable ASCII characters without space, quotation mark and backslash");
    }
  }

  @Override
  public void validateWhole(IdentityProviderDraft draft, FieldViolations violations) {
    if (draft.defaultRole().isEmpty()) {
      violations.add(DEFAULT_ROLE, "is required");
    }
    if (draft.oidc().isEmpty()) {
      violations.add("oidc", "is required");
      return;
    }
    Oidc oidc = draft.oidc().get();
    FieldRules.required(ISSUER, oidc.issuer(), violations);
    FieldRules.required(CLIENT_ID, oidc.clientId(), violations);
    if (!oidc.pkceEnabled() && !oidc.clientSecret().isSet()) {
      violations.add(CLIENT_SECRET, "is required unless pkceEnabled is true");
    }
  }

  @Override
  public IdentityProviderDraft beforeCreate(Caller caller, Uid uid, IdentityProviderDraft draft) {
    requireGrantable(caller, uid, draft.defaultRole().orElseThrow());
    ClientSecret secret = draft.oidc().orElseThrow().clientSecret();
    return secret.isSet() ? draft.withClientSecret(secrets.encrypt(uid, secret)) : draft;
  }

  @Override
  public IdentityProviderDraft beforeUpdate(
      Caller caller, IdentityProviderEntity stored, IdentityProviderDraft draft) {
    IdentityProviderDraft before = stored.draft();
    // In the order of uids: two writes that locked the same rows in different orders would wait for
    // each other.
    Stream.of(before, draft)
        .flatMap(each -> each.defaultRole().stream())
        .distinct()
        .sorted()
        .forEach(role -> requireGrantable(caller, stored.uid(), role));
    Oidc old = before.oidc().orElseThrow();
    Oidc oidc = draft.oidc().orElseThrow();
    requireSameRule(old, oidc);
    return draft.withClientSecret(secret(stored.uid(), old, oidc));
  }

  /**
   * Checks that the caller may grant a role at the group of an identity provider, and prevents the
   * deletion of the role until the transaction ends.
   */
  private void requireGrantable(Caller caller, Uid provider, Uid role) {
    Uid group = provider.parent().orElseThrow();
    roles
        .findBindable(role, group)
        .orElseThrow(
            () ->
                PlatformException.invalidArgument(
                    DEFAULT_ROLE,
                    "must be a built-in role, or a custom role of the group or of one above it"))
        .requireGrantable(caller, group);
  }

  private static void requireSameRule(Oidc old, Oidc oidc) {
    if (rule(old) != rule(oidc)) {
      throw PlatformException.invalidArgument(
          "oidc.correlationRule", "cannot be changed: create another identity provider");
    }
  }

  private static CorrelationRule rule(Oidc oidc) {
    return oidc.correlationRule().orElse(CorrelationRule.SUB_EQUALS_EXTERNAL_ID);
  }

  /**
   * Returns the secret to store. One that is stored does not stay if the issuer changes: who does
   * not know it must not be able to send it to an issuer of their own.
   */
  private ClientSecret secret(Uid provider, Oidc old, Oidc oidc) {
    if (!oidc.clientSecret().isSet()) {
      return ClientSecret.NONE;
    }
    if (!oidc.clientSecret().equals(old.clientSecret())) {
      return secrets.encrypt(provider, oidc.clientSecret());
    }
    if (oidc.issuer().equals(old.issuer())) {
      return old.clientSecret();
    }
    if (!oidc.pkceEnabled()) {
      throw PlatformException.invalidArgument(
          CLIENT_SECRET,
          "another issuer does not get the stored secret: give the one of the new issuer, or set"
              + " pkceEnabled");
    }
    return ClientSecret.NONE;
  }
}
