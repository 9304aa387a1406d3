package local.platform.signin.exchange;

import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import local.platform.iam.identity.ExchangeTarget;

/** A well-formed but unverified token that somebody has brought to be exchanged. */
interface Credential {

  /**
   * Verifies it, and checks that it satisfies the relationship of an identity. Nothing is fetched
   * if it cannot satisfy that.
   *
   * @throws PlatformException PERMISSION_DENIED; UNAVAILABLE
   */
  Brought verify(ExchangeTarget target);

  /**
   * Takes as long as a verification, so that the time does not reveal whether the identity exists.
   * Nothing is fetched.
   */
  void verifyInVain(Uid identity);

  /**
   * Checks once more what may have been revoked, after a token was issued.
   *
   * @throws PlatformException PERMISSION_DENIED
   */
  void confirm();
}
