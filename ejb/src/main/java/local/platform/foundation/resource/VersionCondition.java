package local.platform.foundation.resource;

import java.util.OptionalLong;
import java.util.Set;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;

/**
 * The preconditions of a request on the stored version: {@code If-Match} and {@code If-None-Match}
 * of RFC 9110, sections 13.1.1 and 13.1.2.
 *
 * @param required the versions that are accepted
 * @param excluded the versions that are refused
 */
public record VersionCondition(Versions required, Versions excluded) {
  /** Accepts any version. */
  public static final VersionCondition ANY = new VersionCondition(Versions.ALL, Versions.NONE);

  /** Returns the condition that the stored version is one of these. */
  public static VersionCondition requiring(Long... versions) {
    return new VersionCondition(Versions.of(Set.of(versions)), Versions.NONE);
  }

  /**
   * Versions that a precondition names.
   *
   * @param all whether every version is meant, and also what has no versions
   * @param listed the versions that are meant
   */
  public record Versions(boolean all, Set<Long> listed) {
    /** Everything that is stored. */
    public static final Versions ALL = new Versions(true, Set.of());

    /** Nothing that is stored. */
    public static final Versions NONE = new Versions(false, Set.of());

    public Versions {
      listed = Set.copyOf(listed);
    }

    /** Returns these versions. */
    public static Versions of(Set<Long> listed) {
      return new Versions(false, listed);
    }

    /**
     * Returns whether the stored version is among them.
     *
     * @param stored the stored version; empty if what is stored has no versions
     */
    public boolean include(OptionalLong stored) {
      return all || (stored.isPresent() && listed.contains(stored.getAsLong()));
    }
  }

  /**
   * Checks that the stored version is among the required ones, and not among the excluded ones.
   *
   * @throws PlatformException ETAG_MISMATCH or ETAG_MATCH if it is not
   */
  public void check(Uid uid, long stored) {
    check(uid, OptionalLong.of(stored));
  }

  /**
   * Checks the condition on something that is stored but has no versions.
   *
   * @throws PlatformException ETAG_MISMATCH if certain versions are required; ETAG_MATCH if nothing
   *     may be stored
   */
  public void checkUnversioned(Uid uid) {
    check(uid, OptionalLong.empty());
  }

  private void check(Uid uid, OptionalLong stored) {
    if (!required.include(stored)) {
      throw PlatformException.etagMismatch(uid);
    }
    if (excluded.include(stored)) {
      throw PlatformException.etagMatch(uid);
    }
  }
}
