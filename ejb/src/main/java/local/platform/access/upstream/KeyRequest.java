package local.platform.access.upstream;

import com.nimbusds.jose.jwk.JWK;
import java.util.Optional;

/**
 * The key of its issuer with which a token is to be verified: the one that it names or, if it names
 * none, the only one that is usable (OpenID Connect Core 1.0, section 10.1).
 *
 * @param kid the id of the key; empty if the token names none
 * @param tried the only usable key so far, if it does not verify the token
 */
record KeyRequest(Optional<String> kid, Optional<JWK> tried) {

  /** Requests the key of a token. */
  static KeyRequest of(UpstreamToken token) {
    return new KeyRequest(token.kid(), Optional.empty());
  }

  /** Requests the key that may have replaced the only usable one, which does not verify a token. */
  static KeyRequest insteadOf(JWK tried) {
    return new KeyRequest(Optional.empty(), Optional.of(tried));
  }

  /** Returns why the token is refused if its issuer has no such key. */
  String refusal() {
    if (kid.isPresent()) {
      return "the issuer publishes no usable key with this kid";
    }
    return tried.isPresent()
        ? "it has no kid, and the only key of the issuer does not verify it"
        : "it has no kid, and the issuer does not publish exactly one usable key";
  }
}
