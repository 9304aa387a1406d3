package local.platform.foundation.resource;

import java.util.Optional;
import java.util.Set;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;

/**
 * A precondition on the stored version: the {@code If-Match} of RFC 9110, section 13.1.1.
 *
 * @param versions the versions that are accepted; empty if any is
 */
public record VersionCondition(Optional<Set<Long>> versions) {
  /** Accepts any version. */
  public static final VersionCondition ANY = new VersionCondition(Optional.empty());

  public VersionCondition {
    versions = versions.map(Set::copyOf);
  }

  /**
   * Checks that the stored version is among the accepted ones.
   *
   * @throws PlatformException ETAG_MISMATCH if it is not
   */
  public void check(Uid uid, long stored) {
    if (!versions.map(required -> required.contains(stored)).orElse(true)) {
      throw PlatformException.etagMismatch(uid);
    }
  }
}
