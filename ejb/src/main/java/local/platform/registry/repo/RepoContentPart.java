package local.platform.registry.repo;

import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;

/**
 * A kind of row that lies in repos and is deleted after them. Every such kind has a bean of this
 * type. Its rows refer to the {@link RepoContentEntity} of their repo by a foreign key.
 */
public interface RepoContentPart {
  /**
   * Deletes rows of a deleted repo. Called again, in further transactions, until there are none.
   *
   * @param write deletes the rows; its author is the server
   * @param repo uid of the repo, which no longer exists and whose content is locked
   * @param limit most rows to delete, at least 1
   * @return whether there may be more rows
   */
  boolean deleteSome(Write write, Uid repo, int limit);
}
