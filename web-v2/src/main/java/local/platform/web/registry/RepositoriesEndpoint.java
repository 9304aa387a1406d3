package local.platform.web.registry;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.proto.registry.names.FindRepositoryRequest;
import local.platform.proto.registry.names.GetRepositoryRequest;
import local.platform.proto.registry.names.RepositoriesProto;
import local.platform.proto.registry.names.Repository;
import local.platform.registry.repo.Repo;
import local.platform.registry.repo.RepoService;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;

/** Implements {@code RepositoriesService}, over REST only. */
@ApplicationScoped
public class RepositoriesEndpoint implements Endpoint {
  @EJB private RepoService repos;

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(
            RepositoriesProto.getDescriptor(), "RepositoriesService", ApiVersion.NONE)
        .on(FindRepositoryRequest.getDefaultInstance(), this::find)
        .on(GetRepositoryRequest.getDefaultInstance(), this::get)
        .withoutGrpc();
  }

  private Repository find(Call call, FindRepositoryRequest request) {
    if (request.getName().isEmpty()) {
      call.violations().add("name", "must not be empty");
    }
    call.violations().throwIfAny();
    return message(repos.find(call.caller(), request.getName()));
  }

  private Repository get(Call call, GetRepositoryRequest request) {
    return message(repos.find(call.caller(), call.requiredUid("repoUid", request.getRepoUid())));
  }

  private static Repository message(Repo repo) {
    return Repository.newBuilder().setRepoUid(repo.uid().value()).setName(repo.pullName()).build();
  }
}
