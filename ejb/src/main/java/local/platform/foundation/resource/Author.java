package local.platform.foundation.resource;

import java.util.Optional;
import local.platform.access.authz.Caller;

/**
 * Who makes a change.
 *
 * @param caller the caller that made the request; empty for the server itself
 */
public record Author(Optional<Caller> caller) {
  /** The server itself, such as at its first start. */
  public static final Author SERVER = new Author(Optional.empty());

  /** Returns the author of changes that a caller requests. */
  public static Author of(Caller caller) {
    return new Author(Optional.of(caller));
  }
}
