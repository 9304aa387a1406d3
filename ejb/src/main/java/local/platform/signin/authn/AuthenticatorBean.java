package local.platform.signin.authn;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.util.List;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Grants;
import local.platform.access.authz.Grants.Grant;
import local.platform.access.token.AccessToken;
import local.platform.access.token.SigningKeyEntity;
import local.platform.access.token.TokenVerifier;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.transaction.Transactions;
import local.platform.iam.identity.IdentityEntity;

/** Implements {@link Authenticator}. */
@Stateless
@Local(Authenticator.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class AuthenticatorBean implements Authenticator {
  private final TokenVerifier verifier;
  private final Transactions transactions;
  private final EntityManager entityManager;
  private final CallerGrants callerGrants;

  @Inject
  public AuthenticatorBean(
      TokenVerifier verifier,
      Transactions transactions,
      EntityManager entityManager,
      CallerGrants callerGrants) {
    this.verifier = verifier;
    this.transactions = transactions;
    this.entityManager = entityManager;
    this.callerGrants = callerGrants;
  }

  @Override
  public Authenticated authenticate(String token) {
    AccessToken accessToken = verifier.verify(token);
    List<Grant> bindings =
        callerGrants.of(accessToken).orElseThrow(() -> transactions.read(() -> gone(accessToken)));
    Grants grants = Grants.of(bindings.stream().flatMap(accessToken.narrowing()::apply).toList());
    return new Authenticated(
        new Caller(accessToken.identity(), accessToken.narrowing(), grants), accessToken);
  }

  private PlatformException gone(AccessToken token) {
    if (entityManager.find(SigningKeyEntity.class, token.kid()) == null) {
      return PlatformException.unauthenticated(
          "TOKEN_SIGNATURE_INVALID", "the token's key was revoked: exchange for a new token");
    }
    if (entityManager.find(IdentityEntity.class, token.identity()) == null) {
      return PlatformException.unauthenticated(
          "IDENTITY_NOT_REGISTERED", "the token's identity no longer exists");
    }
    return PlatformException.unauthenticated(
        "IDENTITY_CHANGED",
        "the way in which the token's identity is recognised has changed: exchange for a new token");
  }
}
