package local.platform.resource;

import java.util.Optional;
import java.util.Set;
import local.platform.error.PlatformException;
import local.platform.uid.Uid;

/**
 * What a writer requires of the stored version: the {@code If-Match} of RFC 9110, section 13.1.1.
 *
 * @param versions the versions of which the stored one must be one; empty if any will do
 */
public record VersionCondition(Optional<Set<Long>> versions) {
  /** Any version will do. */
  public static final VersionCondition ANY = new VersionCondition(Optional.empty());

  public VersionCondition {
    versions = versions.map(Set::copyOf);
  }

  /**
   * Lets pass a stored version that is among the required ones.
   *
   * @throws PlatformException ETAG_MISMATCH otherwise
   */
  public void check(Uid uid, long stored) {
    if (!versions.map(required -> required.contains(stored)).orElse(true)) {
      throw PlatformException.etagMismatch(uid);
    }
  }
}
