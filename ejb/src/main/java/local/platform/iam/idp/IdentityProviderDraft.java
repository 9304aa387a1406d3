package local.platform.iam.idp;

import java.util.List;
import java.util.Optional;
import local.platform.foundation.uid.Uid;

/**
 * The fields of an identity provider that clients may write.
 *
 * @param name its name, unique in its group
 * @param description its description, empty for none
 * @param defaultRole the role that a person gets at the group with the first sign-in; required
 * @param oidc how persons sign in; required, as long as there is no other way
 */
public record IdentityProviderDraft(
    String name, String description, Optional<Uid> defaultRole, Optional<Oidc> oidc) {
  /** A draft without any values. */
  public static final IdentityProviderDraft EMPTY =
      new IdentityProviderDraft("", "", Optional.empty(), Optional.empty());

  /**
   * A client of an issuer that speaks OpenID Connect.
   *
   * @param issuer the issuer; required
   * @param clientId the id that the issuer has given to the client; required
   * @param clientSecret the secret that the issuer has given to the client
   * @param additionalScopes the scopes that the client asks for besides {@code openid}
   * @param groupsClaim the claim with the groups of a person, empty for none
   * @param correlationRule how persons are recognised; empty for the default. It never changes
   * @param pkceEnabled whether the client uses PKCE, without which it needs a secret
   */
  public record Oidc(
      String issuer,
      String clientId,
      ClientSecret clientSecret,
      List<String> additionalScopes,
      String groupsClaim,
      Optional<CorrelationRule> correlationRule,
      boolean pkceEnabled) {
    public Oidc {
      additionalScopes = List.copyOf(additionalScopes);
    }

    /**
     * Returns a copy that takes from a stored configuration what a replacement keeps if it is left
     * out: the secret and the correlation rule.
     */
    public Oidc keeping(Oidc stored) {
      return new Oidc(
          issuer,
          clientId,
          clientSecret.isSet() ? clientSecret : stored.clientSecret,
          additionalScopes,
          groupsClaim,
          correlationRule.or(() -> stored.correlationRule),
          pkceEnabled);
    }

    /** Returns a copy with another secret. */
    public Oidc withClientSecret(ClientSecret other) {
      return new Oidc(
          issuer, clientId, other, additionalScopes, groupsClaim, correlationRule, pkceEnabled);
    }
  }

  /** Returns a copy with another secret of the client. */
  IdentityProviderDraft withClientSecret(ClientSecret secret) {
    return new IdentityProviderDraft(
        name, description, defaultRole, oidc.map(client -> client.withClientSecret(secret)));
  }
}
