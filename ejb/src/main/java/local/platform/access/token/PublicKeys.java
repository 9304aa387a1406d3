package local.platform.access.token;

import com.nimbusds.jose.jwk.JWKSet;

/** The public keys of this issuer, for those who verify its tokens. */
public interface PublicKeys {

  /** Returns the keys that may have signed a token that is still valid, and the next key. */
  JWKSet published();
}
