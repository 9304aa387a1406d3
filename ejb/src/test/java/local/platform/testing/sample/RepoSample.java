package local.platform.testing.sample;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.kind.Kind;
import local.platform.kind.Rules;
import local.platform.registry.repo.Repo;
import local.platform.registry.repo.RepoDraft;
import local.platform.registry.repo.Repos;
import local.platform.testing.TestServices;
import local.platform.testing.World;

/** The sample of repos. Other rows are created and deleted with each. */
public final class RepoSample implements KindSample<RepoDraft, Repo> {
  private static final RepoDraft REPO = new RepoDraft("repo", "");

  @Override
  public Kind<?, RepoDraft, Repo> kind() {
    return Repos.KIND;
  }

  @Override
  public List<Rules<?, ?>> rules(TestServices services) {
    return List.of(services.repoRules());
  }

  @Override
  public Map<String, Requirement> requirements() {
    return Map.of(
        "get", Requirement.of(Capability.REPO_LIST),
        "create", Requirement.of(Capability.REPO_CREATE),
        "update", Requirement.of(Capability.REPO_UPDATE),
        "delete", Requirement.of(Capability.REPO_DELETE));
  }

  @Override
  public List<Written> writes() {
    return List.of(
        written("update"),
        new Written(
            "RepoService.create",
            stage -> () -> stage.services().repos().create(stage.owner(), stage.root(), REPO),
            "RepoContent created, implied",
            "Repo created",
            "RepoReadme created, implied"),
        new Written(
            "RepoService.create",
            stage -> {
              Uid repo = stage.world().repo(stage.root(), "again").uid();
              stage.services().repos().delete(stage.owner(), repo, VersionCondition.ANY);
              RepoDraft draft = new RepoDraft("again", "");
              return () -> stage.services().repos().create(stage.owner(), stage.root(), draft);
            },
            "RepoContent created, implied",
            "Repo created",
            "RepoReadme created, implied",
            "Tombstone deleted, implied"),
        new Written(
            "RepoService.delete",
            stage -> {
              Uid repo = stage.world().repo(stage.root()).uid();
              return () ->
                  stage.services().repos().delete(stage.owner(), repo, VersionCondition.ANY);
            },
            "RepoReadme deleted, implied",
            "Repo deleted",
            "RepoContent changed, implied",
            "Tombstone created, implied"));
  }

  @Override
  public Capability listed() {
    return Capability.REPO_LIST;
  }

  @Override
  public RepoDraft draft(Uid identity, String name) {
    return new RepoDraft(name, "");
  }

  @Override
  public DraftChange<RepoDraft> change() {
    return DraftChange.of(before -> new RepoDraft(before.name(), "changed"), "description");
  }

  @Override
  public boolean hasUniqueName() {
    return true;
  }

  @Override
  public Repo create(TestServices services, Caller caller, Uid group, RepoDraft draft) {
    return services.repos().create(caller, group, draft);
  }

  @Override
  public Repo update(
      TestServices services,
      Caller caller,
      Uid uid,
      DraftChange<RepoDraft> change,
      VersionCondition condition) {
    return services.repos().update(caller, uid, change, condition);
  }

  @Override
  public void delete(TestServices services, Caller caller, Uid uid, VersionCondition condition) {
    services.repos().delete(caller, uid, condition);
  }

  @Override
  public Map<String, Comparator<Repo>> orders() {
    return Map.of(
        "name",
        Comparator.comparing(repo -> repo.draft().name()),
        "create_time",
        Comparator.comparing(Repo::createTime),
        "update_time",
        Comparator.comparing(Repo::updateTime));
  }

  @Override
  public List<Filtered<Repo, ?>> filters() {
    return List.of(Filtered.byName(Repos.NAME, repo -> repo.draft().name()));
  }

  @Override
  public Map<String, String> tables() {
    return Map.of(table(), "uid", "repo_content", "uid");
  }

  /** Creates a repo in a group; returns its uid. */
  static Uid repo(World world, Uid group) {
    return world.repo(group).uid();
  }

  /** Returns a name that no other repo, and no other tag of a repo, has. */
  static String anyName() {
    return Uid.newRoot().value();
  }
}
