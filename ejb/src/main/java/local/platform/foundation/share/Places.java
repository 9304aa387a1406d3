package local.platform.foundation.share;

import java.util.HashMap;
import java.util.Map;
import local.platform.foundation.uid.Uid;

/**
 * A limited number of places, of which each organization has a share. While many are taken, an
 * organization gets one only if it has none, so that far more organizations than two or three find
 * one.
 */
public final class Places {
  private final int all;
  private final int share;
  private final int many;
  private final Map<Uid, Integer> byOrganization = new HashMap<>();
  private int taken;

  /**
   * Creates free places.
   *
   * @param all how many there are
   * @param share how many an organization may take while fewer than {@code many} are taken
   * @param many while so many are taken, an organization may have one
   */
  public Places(int all, int share, int many) {
    this.all = all;
    this.share = share;
    this.many = many;
  }

  /** The outcome of an attempt to take a place. */
  public enum Outcome {
    TAKEN,
    /** The organization has as many as it may. */
    SHARE_IS_USED,
    NONE_IS_FREE
  }

  /**
   * Takes a place, if one is free for the organization.
   *
   * @param uid a uid in the organization, to which {@link #free} must be called after {@link
   *     Outcome#TAKEN}
   */
  public synchronized Outcome take(Uid uid) {
    if (taken >= all) {
      return Outcome.NONE_IS_FREE;
    }
    int allowed = taken < many ? share : 1;
    if (byOrganization.getOrDefault(uid.root(), 0) >= allowed) {
      return Outcome.SHARE_IS_USED;
    }
    taken++;
    byOrganization.merge(uid.root(), 1, Integer::sum);
    return Outcome.TAKEN;
  }

  /** Frees a place that was taken for the organization of a uid. */
  public synchronized void free(Uid uid) {
    taken--;
    byOrganization.computeIfPresent(uid.root(), (root, count) -> count == 1 ? null : count - 1);
  }

  /** Returns the number of organizations that have places. */
  public synchronized int organizations() {
    return byOrganization.size();
  }
}
