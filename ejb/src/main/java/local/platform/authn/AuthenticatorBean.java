package local.platform.authn;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import local.platform.authz.Caller;
import local.platform.authz.Grants;
import local.platform.authz.Grants.Grant;
import local.platform.error.PlatformException;
import local.platform.iam.binding.RoleBindingRepository;
import local.platform.iam.identity.IdentityEntity;
import local.platform.token.AccessToken;
import local.platform.token.SigningKeyEntity;
import local.platform.token.TokenVerifier;
import local.platform.transaction.Transactions;
import org.hibernate.engine.spi.SessionImplementor;

/** Callers, by the rules of {@link Authenticator}. */
@Stateless
@Local(Authenticator.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class AuthenticatorBean implements Authenticator {
  /**
   * One row for each role binding, and one without if there is none. It is SQL, and not a query of
   * JPA, because every request begins with it.
   */
  private static final String IDENTITY_AND_BINDINGS =
      """
      SELECT b.parent_uid, b.role_uid, r.capabilities
      FROM identity i
        LEFT JOIN role_binding b ON b.identity_uid = i.uid
        LEFT JOIN role r ON r.uid = b.role_uid
      WHERE i.uid = ?
        AND i.relationship_version = ?
        AND EXISTS (SELECT 1 FROM signing_key k WHERE k.kid = ?)
      """;

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
    List<Grant> bindings =
        transactions
            .read(() -> bindingsOf(accessToken))
            .orElseThrow(() -> transactions.read(() -> gone(accessToken)));
    Grants grants = Grants.of(bindings.stream().flatMap(accessToken.narrowing()::apply).toList());
    return new Authenticated(
        new Caller(accessToken.identity(), accessToken.narrowing(), grants), accessToken);
  }

  /**
   * What the role bindings of the token's identity grant; empty if the identity or the token's key
   * is gone, or if the identity is recognised otherwise by now.
   */
  private Optional<List<Grant>> bindingsOf(AccessToken token) {
    SessionImplementor session = entityManager.unwrap(SessionImplementor.class);
    try {
      return session.doReturningWork(connection -> bindingsOf(token, connection));
    } finally {
      // As after a query of JPA: otherwise it keeps the connection, which may be a broken one.
      session.getJdbcCoordinator().afterTransaction();
    }
  }

  private static Optional<List<Grant>> bindingsOf(AccessToken token, Connection connection)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(IDENTITY_AND_BINDINGS)) {
      select.setString(1, token.identity().value());
      select.setLong(2, token.relationshipVersion());
      select.setString(3, token.kid());
      try (ResultSet rows = select.executeQuery()) {
        if (!rows.next()) {
          return Optional.empty();
        }
        List<Grant> grants = new ArrayList<>();
        do {
          String group = rows.getString(1);
          if (group != null) {
            grants.add(RoleBindingRepository.grant(group, rows.getString(2), rows.getString(3)));
          }
        } while (rows.next());
        return Optional.of(grants);
      }
    }
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
}
