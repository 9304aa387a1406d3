package local.platform.token;

import com.nimbusds.jose.jwk.JWKSet;

/** The public keys of this issuer, for whoever verifies its tokens. */
public interface PublicKeys {

  /** The keys that may have signed a token that is still good, and the next one. */
  JWKSet published();
}
