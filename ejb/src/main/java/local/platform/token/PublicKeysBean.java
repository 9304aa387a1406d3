package local.platform.token;

import com.nimbusds.jose.jwk.JWKSet;
import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;

/**
 * Public keys, for other modules: the persistence unit is only there in calls through an EJB of
 * this one.
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
