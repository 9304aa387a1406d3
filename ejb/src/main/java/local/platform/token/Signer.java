package local.platform.token;

import com.nimbusds.jose.jwk.ECKey;

/** Has the key that signs tokens. Only this package can ask for it. */
public abstract class Signer {
  Signer() {}

  /** The key that signs now. */
  abstract ECKey signer();
}
