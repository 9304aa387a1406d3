package local.platform.web.v1.registry;

import java.util.Map;
import local.platform.foundation.uid.Uid;
import local.platform.proto.registry.v1.CreateRepoRequest;
import local.platform.proto.registry.v1.DeleteRepoRequest;
import local.platform.proto.registry.v1.Repo;
import local.platform.proto.registry.v1.RepoFilter;
import local.platform.proto.registry.v1.RepoList;
import local.platform.registry.repo.RepoService;
import local.platform.registry.repo.RepoWithReadme;
import local.platform.registry.repo.RepoWithReadmeDraft;
import local.platform.registry.repo.RepoWithReadmeService;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.FieldNames;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.endpoint.StandardV1Methods;

/**
 * The methods for repos.
 *
 * @param repos deletes repos
 * @param reposWithReadmes does everything else
 */
record RepoV1Methods(RepoService repos, RepoWithReadmeService reposWithReadmes) {
  private static final FieldNames NAMES =
      FieldNames.of(
          Map.of(
              "syncConfig",
              "sync_config",
              "customOverlay.accounts.users[].name",
              "customOverlay.accounts.users[].userName",
              "customOverlay.accounts.groups[].name",
              "customOverlay.accounts.groups[].groupName"));

  /** Adds these methods to their service, and returns the service. */
  ServiceMethods addTo(ServiceMethods methods) {
    return new StandardV1Methods<RepoWithReadme, Repo>(
            methods.on(CreateRepoRequest.getDefaultInstance(), this::create),
            Repo.getDefaultInstance(),
            RepoV1Mapper::message)
        .withNames(NAMES)
        .update(RepoV1Mapper::change, reposWithReadmes::update)
        .list(
            RepoFilter.getDefaultInstance(),
            RepoList.getDefaultInstance(),
            RepoV1Mapper::query,
            reposWithReadmes::walk)
        .delete(DeleteRepoRequest.getDefaultInstance(), repos::delete)
        .methods();
  }

  /** Creates a repo, or replaces the one that the group has by this name. */
  private Repo create(Call call, CreateRepoRequest request) {
    RepoWithReadmeDraft draft = RepoV1Mapper.draft(call.violations(), request.getRepo());
    Uid group = call.requiredUid("parentId", request.getParentId());
    return RepoV1Mapper.message(
        NAMES.translated(
            () ->
                reposWithReadmes.create(
                    call.caller(), group, draft, request.getPreventExisting())));
  }
}
