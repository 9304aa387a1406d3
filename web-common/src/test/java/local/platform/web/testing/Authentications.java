package local.platform.web.testing;

import java.time.Instant;
import java.util.List;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Grants;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.AccessToken;
import local.platform.foundation.uid.Uid;
import local.platform.signin.authn.Authenticated;

/** Creates authenticated callers who may do nothing. */
public final class Authentications {
  private Authentications() {}

  /** Returns the result of authenticating a token of this identity. */
  public static Authenticated of(Uid identity) {
    return new Authenticated(
        new Caller(identity, Narrowing.NONE, Grants.NONE),
        new AccessToken(
            identity,
            0,
            Narrowing.NONE,
            "kid",
            "issuer",
            List.of("audience"),
            Instant.EPOCH,
            Instant.EPOCH));
  }
}
