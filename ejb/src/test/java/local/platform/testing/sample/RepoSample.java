package local.platform.testing.sample;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.access.authz.Capability;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.kind.ResourceQuery;
import local.platform.kind.Rules;
import local.platform.registry.repo.Repo;
import local.platform.registry.repo.RepoDraft;
import local.platform.registry.repo.RepoReadmes;
import local.platform.registry.repo.RepoWithReadmeDraft;
import local.platform.testing.Changes;
import local.platform.testing.TestServices;
import local.platform.testing.World;

/** The sample of repos, with their readmes, alone and as version 1 has them: with it. */
public final class RepoSample implements Sample {
  private static final RepoDraft REPO = new RepoDraft("repo", "");
  private static final ResourceQuery ALL = ResourceQuery.of(UidpFilter.NONE);

  @Override
  public List<Rules<?, ?>> rules(TestServices services) {
    return List.of(services.repoRules(), new RepoReadmes());
  }

  @Override
  public List<Operation> operations(Uid identity) {
    return List.of(
        new Operation(
            "repo get",
            Capability.REPO_LIST,
            RepoSample::repo,
            (services, caller, uid) -> services.repoResources().get(caller, uid)),
        new Operation(
            "repo create",
            Capability.REPO_CREATE,
            Operation::itself,
            (services, caller, uid) ->
                services.repos().create(caller, uid, new RepoDraft(anyName(), ""))),
        new Operation(
            "repo update",
            Capability.REPO_UPDATE,
            RepoSample::repo,
            (services, caller, uid) ->
                services
                    .repos()
                    .update(caller, uid, Changes.repoName(anyName()), VersionCondition.ANY)),
        new Operation(
            "repo delete",
            Capability.REPO_DELETE,
            RepoSample::repo,
            (services, caller, uid) -> services.repos().delete(caller, uid, VersionCondition.ANY)),
        new Operation(
            "repo readme get",
            Capability.REPO_LIST,
            RepoSample::repo,
            (services, caller, uid) -> services.repoReadmes().get(caller, uid)),
        new Operation(
            "repo readme update",
            Capability.REPO_UPDATE,
            RepoSample::repo,
            (services, caller, uid) ->
                services
                    .repoReadmes()
                    .update(caller, uid, Changes.readme("a readme"), VersionCondition.ANY)),
        new Operation(
            "repo with readme create",
            Capability.REPO_CREATE,
            Operation::itself,
            (services, caller, uid) ->
                services
                    .reposWithReadmes()
                    .create(
                        caller,
                        uid,
                        new RepoWithReadmeDraft(new RepoDraft(anyName(), ""), Optional.empty()),
                        false)),
        new Operation(
            "repo with readme update",
            Capability.REPO_UPDATE,
            RepoSample::repo,
            (services, caller, uid) ->
                services
                    .reposWithReadmes()
                    .update(
                        caller,
                        uid,
                        Changes.repoWithReadme(
                            new RepoWithReadmeDraft(
                                new RepoDraft(anyName(), ""), Optional.of("a readme"))),
                        VersionCondition.ANY)));
  }

  @Override
  public List<Written> writes() {
    return List.of(
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
            "RepoService.update",
            stage -> {
              Uid repo = stage.world().repo(stage.root()).uid();
              return () ->
                  stage
                      .services()
                      .repos()
                      .update(
                          stage.owner(), repo, Changes.repoName("renamed"), VersionCondition.ANY);
            },
            "Repo changed"),
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
            "Tombstone created, implied"),
        new Written(
            "RepoReadme.update",
            stage -> {
              Uid repo = stage.world().repo(stage.root()).uid();
              return () ->
                  stage
                      .services()
                      .repoReadmes()
                      .update(
                          stage.owner(), repo, Changes.readme("a readme"), VersionCondition.ANY);
            },
            "RepoReadme changed"),
        new Written(
            "RepoWithReadmeService.create",
            stage -> () -> createWithReadme(stage, "whole"),
            "RepoContent created, implied",
            "Repo created",
            "RepoReadme created, implied"),
        new Written(
            "RepoWithReadmeService.create",
            stage -> {
              Repo repo = stage.world().repo(stage.root());
              return () -> createWithReadme(stage, repo.draft().name());
            },
            "RepoReadme changed, implied",
            "Repo changed"),
        new Written(
            "RepoWithReadmeService.update",
            stage -> {
              Uid repo = stage.world().repo(stage.root()).uid();
              return () ->
                  stage
                      .services()
                      .reposWithReadmes()
                      .update(
                          stage.owner(),
                          repo,
                          Changes.repoWithReadme(repoWithReadme("replaced")),
                          VersionCondition.ANY);
            },
            "RepoReadme changed, implied",
            "Repo changed"));
  }

  @Override
  public List<Listing> listings() {
    return List.of(
        new Listing(
            "repo",
            Capability.REPO_LIST,
            Set.of(),
            RepoSample::repo,
            Optional.of(
                (services, caller, page) -> services.repoResources().list(caller, ALL, page)),
            Optional.empty()),
        new Listing(
            "repo with readme",
            Capability.REPO_LIST,
            Set.of(),
            RepoSample::repo,
            Optional.empty(),
            Optional.of(
                (services, caller, window, consumer) ->
                    services.reposWithReadmes().walk(caller, ALL, window, consumer))));
  }

  @Override
  public Map<String, String> tables() {
    return Map.of("repo", "uid", "repo_content", "uid", "repo_readme", "uid");
  }

  /** Creates a repo in a group; returns its uid. */
  static Uid repo(World world, Uid group) {
    return world.repo(group).uid();
  }

  /** Returns a name that no other repo, and no other tag of a repo, has. */
  static String anyName() {
    return Uid.newRoot().value();
  }

  private static RepoWithReadmeDraft repoWithReadme(String name) {
    return new RepoWithReadmeDraft(new RepoDraft(name, "described"), Optional.of("a readme"));
  }

  private static void createWithReadme(Stage stage, String name) {
    stage
        .services()
        .reposWithReadmes()
        .create(stage.owner(), stage.root(), repoWithReadme(name), false);
  }
}
