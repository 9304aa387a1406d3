package local.platform.iam.idp;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.uid.Uid;
import local.platform.iam.idp.IdentityProviderDraft.Oidc;
import org.jspecify.annotations.Nullable;

/**
 * A stored identity provider. The secret of its client is stored as {@link ClientSecrets} encrypts
 * it.
 */
@Entity
@Table(name = "identity_provider")
public class IdentityProviderEntity extends ResourceEntity {
  private static final String SEPARATOR = " ";

  private String name;
  private String description;

  @Column(name = "default_role_uid")
  private Uid defaultRoleUid;

  private String issuer;

  @Column(name = "client_id")
  private String clientId;

  @Column(name = "client_secret")
  private @Nullable String clientSecret;

  @Column(name = "additional_scopes")
  private String additionalScopes;

  @Column(name = "groups_claim")
  private String groupsClaim;

  @Column(name = "correlation_rule")
  @Enumerated(EnumType.STRING)
  private @Nullable CorrelationRule correlationRule;

  @Column(name = "pkce_enabled")
  private boolean pkceEnabled;

  /** For JPA. */
  protected IdentityProviderEntity() {}

  /** Creates one from a complete draft, whose secret is encrypted. */
  IdentityProviderEntity(Uid uid, IdentityProviderDraft draft, Instant now) {
    super(uid, now);
    set(draft);
  }

  /** Replaces the draft, which is complete and whose secret is encrypted. */
  void store(IdentityProviderDraft draft, Instant now) {
    change(now, () -> set(draft));
  }

  private void set(IdentityProviderDraft draft) {
    Oidc oidc = draft.oidc().orElseThrow();
    name = draft.name();
    description = draft.description();
    defaultRoleUid = draft.defaultRole().orElseThrow();
    issuer = oidc.issuer();
    clientId = oidc.clientId();
    clientSecret = oidc.clientSecret().isSet() ? oidc.clientSecret().text() : null;
    additionalScopes = String.join(SEPARATOR, oidc.additionalScopes());
    groupsClaim = oidc.groupsClaim();
    correlationRule = oidc.correlationRule().orElse(null);
    pkceEnabled = oidc.pkceEnabled();
  }

  /** Returns the fields that clients may write, with the secret as it is stored. */
  IdentityProviderDraft draft() {
    return new IdentityProviderDraft(
        name,
        description,
        Optional.of(defaultRoleUid),
        Optional.of(
            new Oidc(
                issuer,
                clientId,
                clientSecret == null ? ClientSecret.NONE : new ClientSecret(clientSecret),
                scopes(),
                groupsClaim,
                Optional.ofNullable(correlationRule),
                pkceEnabled)));
  }

  private List<String> scopes() {
    return Stream.of(additionalScopes.split(SEPARATOR, -1))
        .filter(scope -> !scope.isEmpty())
        .toList();
  }

  @Override
  protected Object content() {
    return draft();
  }

  @Override
  public IdentityProvider toRecord() {
    return new IdentityProvider(uid(), draft(), createTime(), updateTime(), version());
  }
}
