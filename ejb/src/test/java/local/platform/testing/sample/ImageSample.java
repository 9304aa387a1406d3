package local.platform.testing.sample;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.access.authz.Capability;
import local.platform.foundation.uid.Uid;
import local.platform.registry.image.ImageUpload;
import local.platform.testing.ImageDocuments;
import local.platform.testing.World;

/** The sample of images, each in a repo of its own. */
public final class ImageSample implements Sample {
  @Override
  public List<Operation> operations(Uid identity) {
    return List.of(
        new Operation(
            "image requireUpload",
            Capability.MANIFEST_CREATE,
            RepoSample::repo,
            (services, caller, uid) -> services.images().requireUpload(caller, uid)),
        new Operation(
            "image upload",
            Capability.MANIFEST_CREATE,
            RepoSample::repo,
            (services, caller, uid) ->
                services.images().upload(caller, uid, ImageDocuments.UPLOAD)),
        ofImage(
            "image architectures",
            (services, caller, uid) ->
                services.images().architectures(caller, uid, ImageDocuments.DIGEST)),
        ofImage(
            "image size",
            (services, caller, uid) ->
                services.images().size(caller, uid, ImageDocuments.DIGEST, Optional.empty())),
        ofImage(
            "image config",
            (services, caller, uid) ->
                services.images().config(caller, uid, ImageDocuments.DIGEST, Optional.empty())),
        new Operation(
            "image count",
            Capability.MANIFEST_METADATA_LIST,
            RepoSample::repo,
            (services, caller, uid) -> services.images().count(caller, uid)));
  }

  @Override
  public List<Written> writes() {
    return List.of(
        new Written(
            "ImageService.upload",
            stage -> {
              Uid repo = stage.world().repo(stage.root()).uid();
              return () ->
                  stage.services().images().upload(stage.owner(), repo, ImageDocuments.UPLOAD);
            },
            "Image created",
            "ImageConfig created"),
        new Written(
            "ImageService.upload",
            stage -> {
              Uid repo = stage.world().repo(stage.root()).uid();
              ImageUpload whole = ImageDocuments.UPLOAD;
              ImageUpload bare = new ImageUpload(whole.manifest(), List.of(), List.of());
              stage.services().images().upload(stage.owner(), repo, bare);
              return () -> stage.services().images().upload(stage.owner(), repo, whole);
            },
            "ImageConfig created"));
  }

  @Override
  public Map<String, String> tables() {
    return Map.of("image", "uid", "image_config", "uid");
  }

  private static Operation ofImage(String name, Operation.Action action) {
    return new Operation(
        name,
        Requirement.of(Capability.REPO_LIST, Capability.MANIFEST_METADATA_LIST),
        ImageSample::repoWithImage,
        action);
  }

  private static Uid repoWithImage(World world, Uid group) {
    Uid repo = RepoSample.repo(world, group);
    world.image(repo);
    return repo;
  }
}
