package local.platform.access.token;

import com.nimbusds.jose.jwk.JWKSet;
import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;

/**
 * Implements {@link PublicKeys}. An EJB, because other modules can use the persistence unit only
 * through EJBs of this module.
 */
@Stateless
@Local(PublicKeys.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class PublicKeysBean implements PublicKeys {
  private final SigningKeys keys;

  @Inject
  public PublicKeysBean(SigningKeys keys) {
    this.keys = keys;
  }

  @Override
  public JWKSet published() {
    return keys.published();
  }
}
