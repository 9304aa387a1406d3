package local.platform.exchange;

import java.util.List;
import java.util.Optional;
import local.platform.authz.Narrowing;
import local.platform.uid.Uid;

/**
 * An exchange that is asked for.
 *
 * @param upstreamToken the token that is brought; never printed
 * @param identity the identity for which a token is wanted; required
 * @param audiences whom it is to be meant for; none for the first configured audience
 * @param narrowing to what it is to be restricted
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
