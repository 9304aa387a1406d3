package local.platform.web.v2.registry;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.kind.ResourceService;
import local.platform.kind.Resources;
import local.platform.proto.registry.v2.CreateRepoRequest;
import local.platform.proto.registry.v2.DeleteRepoRequest;
import local.platform.proto.registry.v2.GetRepoReadmeRequest;
import local.platform.proto.registry.v2.GetRepoRequest;
import local.platform.proto.registry.v2.ListReposRequest;
import local.platform.proto.registry.v2.ListReposResponse;
import local.platform.proto.registry.v2.Repo;
import local.platform.proto.registry.v2.RepoReadme;
import local.platform.proto.registry.v2.ReposProto;
import local.platform.proto.registry.v2.UpdateRepoReadmeRequest;
import local.platform.proto.registry.v2.UpdateRepoRequest;
import local.platform.registry.repo.RepoReadmes;
import local.platform.registry.repo.RepoService;
import local.platform.registry.repo.Repos;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.StandardMethods;
import local.platform.web.v2.endpoint.V2;

/** Implements {@code ReposService} of version 2 for all protocols. */
@ApplicationScoped
public class ReposEndpoint implements Endpoint {
  @EJB private RepoService repos;
  @EJB private ResourceService resources;

  @Override
  public ServiceMethods methods() {
    var standard = new Resources<>(resources, Repos.KIND);
    var readmes = new Resources<>(resources, RepoReadmes.KIND);
    ServiceMethods withReadme =
        new StandardMethods<local.platform.registry.repo.RepoReadme, RepoReadme>(
                ServiceMethods.of(ReposProto.getDescriptor(), "ReposService", V2.VERSION),
                RepoReadme.getDefaultInstance(),
                RepoReadmeMapper::message)
            .get(GetRepoReadmeRequest.getDefaultInstance(), readmes::get)
            .update(
                UpdateRepoReadmeRequest.getDefaultInstance(),
                RepoReadmeMapper.DRAFTS,
                readmes::update)
            .methods();
    return new StandardMethods<local.platform.registry.repo.Repo, Repo>(
            withReadme, Repo.getDefaultInstance(), RepoMapper::message)
        .get(GetRepoRequest.getDefaultInstance(), standard::get)
        .list(
            ListReposRequest.getDefaultInstance(),
            ListReposResponse.getDefaultInstance(),
            RepoMapper::query,
            standard::list)
        .create(CreateRepoRequest.getDefaultInstance(), RepoMapper.DRAFTS, repos::create)
        .update(UpdateRepoRequest.getDefaultInstance(), RepoMapper.DRAFTS, repos::update)
        .delete(DeleteRepoRequest.getDefaultInstance(), repos::delete)
        .methods();
  }
}
