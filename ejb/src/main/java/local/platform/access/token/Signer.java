package local.platform.access.token;

import com.nimbusds.jose.jwk.ECKey;

/** Provides the key that signs tokens, to this package only. */
public abstract class Signer {
  Signer() {}

  /** Returns the current signing key. */
  abstract ECKey signer();
}
