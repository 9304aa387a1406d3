package local.platform.registry.repo;

import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;

/**
 * A repo with its readme, as version 1 shows it.
 *
 * @param repo the repo
 * @param readme the text of its readme
 */
public record RepoWithReadme(Repo repo, String readme) implements Resource {
  @Override
  public Uid uid() {
    return repo.uid();
  }

  @Override
  public long version() {
    return repo.version();
  }
}
