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

/**
 * The sample of readmes, alone and as version 1 has them: with their repos. They are created and
 * deleted with these, and have no lists of their own.
 */
public final class RepoReadmeSample implements Sample {
  private static final ResourceQuery ALL = ResourceQuery.of(UidpFilter.NONE);

  @Override
  public List<Rules<?, ?>> rules(TestServices services) {
    return List.of(new RepoReadmes());
  }

  @Override
  public List<Operation> operations(Uid identity) {
    return List.of(
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
                        new RepoWithReadmeDraft(
                            new RepoDraft(RepoSample.anyName(), ""), Optional.empty()),
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
                                new RepoDraft(RepoSample.anyName(), ""), Optional.of("a readme"))),
                        VersionCondition.ANY)));
  }

  @Override
  public List<Written> writes() {
    return List.of(
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
    return Map.of("repo_readme", "uid");
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
