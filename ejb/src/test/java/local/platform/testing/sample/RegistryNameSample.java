package local.platform.testing.sample;

import java.util.List;
import java.util.Map;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.registry.repo.Repo;

/**
 * The sample of names in the registry: those given to organizations, and those of deleted repos.
 */
public final class RegistryNameSample implements Sample {
  @Override
  public List<Written> writes() {
    return List.of(
        new Written(
            "RegistryNamespaceService.create",
            stage -> {
              Uid organization = stage.world().organization();
              return () -> createNamespace(stage, organization, "given");
            },
            "RegistryNamespace created"),
        new Written(
            "RegistryNamespaceService.delete",
            stage -> {
              createNamespace(stage, stage.world().organization(), "taken");
              return () ->
                  stage
                      .services()
                      .registryNamespaces()
                      .delete(stage.operator(), "taken", VersionCondition.ANY);
            },
            "RegistryNamespace deleted"),
        new Written(
            "TombstoneService.delete",
            stage -> {
              Repo repo = stage.world().repo(stage.root());
              stage.services().repos().delete(stage.owner(), repo.uid(), VersionCondition.ANY);
              return () ->
                  stage
                      .services()
                      .tombstones()
                      .delete(stage.operator(), repo.pullName(), VersionCondition.ANY);
            },
            "Tombstone deleted"));
  }

  @Override
  public Map<String, String> tables() {
    return Map.of("registry_namespace", "group_uid", "tombstone", "repo_uid");
  }

  /** Gives an organization a name, by an operator. */
  static void createNamespace(Stage stage, Uid organization, String name) {
    stage.services().registryNamespaces().create(stage.operator(), name, organization);
  }
}
