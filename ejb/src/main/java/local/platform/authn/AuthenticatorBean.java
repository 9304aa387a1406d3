package local.platform.authn;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import java.util.List;
import local.platform.authz.Caller;
import local.platform.authz.Grants;
import local.platform.error.PlatformException;
import local.platform.iam.binding.RoleBindingRepository;
import local.platform.iam.identity.IdentityEntity;
import local.platform.token.AccessToken;
import local.platform.token.SigningKeyEntity;
import local.platform.token.TokenVerifier;
import local.platform.transaction.Transactions;

/** Callers, by the rules of {@link Authenticator}. */
@Stateless
@Local(Authenticator.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class AuthenticatorBean implements Authenticator {
  private final TokenVerifier verifier;
  private final Transactions transactions;
  private final EntityManager entityManager;

  @Inject
  public AuthenticatorBean(
      TokenVerifier verifier, Transactions transactions, EntityManager entityManager) {
    this.verifier = verifier;
    this.transactions = transactions;
    this.entityManager = entityManager;
  }

  @Override
  public Authenticated authenticate(String token) {
    AccessToken accessToken = verifier.verify(token);
    List<Tuple> rows = transactions.read(() -> identityAndBindings(accessToken));
    if (rows.isEmpty()) {
      throw transactions.read(() -> gone(accessToken));
    }
    Grants grants =
        Grants.of(
            rows.stream()
                .filter(AuthenticatorBean::isBinding)
                .map(RoleBindingRepository::grant)
                .flatMap(accessToken.narrowing()::apply)
                .toList());
    return new Authenticated(
        new Caller(accessToken.identity(), accessToken.narrowing(), grants), accessToken);
  }

  /**
   * One row for each role binding, and one without if there is none; no row if the identity or the
   * token's key is gone, or if the identity is recognised otherwise by now.
   */
  private List<Tuple> identityAndBindings(AccessToken token) {
    return entityManager
        .createQuery(
            """
            select b.parentUid as groupUid, b.roleUid as roleUid, r.capabilities as capabilities
            from IdentityEntity i
              left join RoleBindingEntity b on b.identityUid = i.uid
              left join RoleEntity r on r.uid = b.roleUid
            where i.uid = :identity
              and i.relationshipVersion = :relationshipVersion
              and exists (select 1 from SigningKeyEntity k where k.kid = :kid)
            """,
            Tuple.class)
        .setParameter("identity", token.identity().value())
        .setParameter("relationshipVersion", token.relationshipVersion())
        .setParameter("kid", token.kid())
        .getResultList();
  }

  private PlatformException gone(AccessToken token) {
    if (entityManager.find(SigningKeyEntity.class, token.kid()) == null) {
      return PlatformException.unauthenticated(
          "TOKEN_SIGNATURE_INVALID", "the token's key was revoked: exchange for a new token");
    }
    if (entityManager.find(IdentityEntity.class, token.identity().value()) == null) {
      return PlatformException.unauthenticated(
          "IDENTITY_NOT_REGISTERED", "the token's identity does not exist any more");
    }
    return PlatformException.unauthenticated(
        "IDENTITY_CHANGED",
        "the token's identity is recognised otherwise by now: exchange for a new token");
  }

  private static boolean isBinding(Tuple row) {
    return row.get("groupUid") != null;
  }
}
