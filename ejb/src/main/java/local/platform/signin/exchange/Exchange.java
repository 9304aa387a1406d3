package local.platform.signin.exchange;

import java.util.List;
import java.util.Optional;
import local.platform.access.authz.Narrowing;
import local.platform.foundation.uid.Uid;

/**
 * A request to exchange a token.
 *
 * @param upstreamToken the token to be exchanged; never printed
 * @param identity the identity to act as; required
 * @param audiences the audiences of the new token; if empty, the first configured audience
 * @param narrowing the restriction of the new token
 */
public record Exchange(
    String upstreamToken, Optional<Uid> identity, List<String> audiences, Narrowing narrowing) {
  public Exchange {
    audiences = List.copyOf(audiences);
  }

  @Override
  public String toString() {
    return "Exchange[identity=" + identity + "]";
  }
}
