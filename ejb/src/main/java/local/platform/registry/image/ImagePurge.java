package local.platform.registry.image;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;
import local.platform.registry.repo.RepoContentPart;

/**
 * Deletes the images of deleted repos, with their references and configs. A transaction deletes a
 * limited number of bytes, too: a cluster passes on the contents of all rows that it deletes.
 */
@Dependent
public class ImagePurge implements RepoContentPart {
  /** Most bytes of configs that one transaction deletes, unless a single one has more. */
  static final long MAX_BYTES = 16L << 20;

  private final ImageRepository images;
  private final ImageConfigRepository configs;
  private final ImageChildren children;

  @Inject
  public ImagePurge(ImageRepository images, ImageConfigRepository configs, ImageChildren children) {
    this.images = images;
    this.configs = configs;
    this.children = children;
  }

  @Override
  public boolean deleteSome(Write write, Uid repo, int limit) {
    return children.deleteSome(write, images, repo, limit)
        || deleteConfigs(write, repo, limit)
        || deleteImages(write, repo, limit);
  }

  private boolean deleteConfigs(Write write, Uid repo, int limit) {
    List<StoredConfig> some = configs.some(repo, limit);
    List<StoredConfig> few = new ArrayList<>();
    long bytes = 0;
    for (StoredConfig config : some) {
      bytes += config.size();
      if (few.isEmpty() || bytes <= MAX_BYTES) {
        few.add(config);
      }
    }
    write.deleteAll(configs, few);
    return few.size() < some.size() || some.size() == limit;
  }

  private boolean deleteImages(Write write, Uid repo, int limit) {
    List<Image> some = images.some(repo, limit);
    write.deleteAll(images, some);
    return some.size() == limit;
  }
}
