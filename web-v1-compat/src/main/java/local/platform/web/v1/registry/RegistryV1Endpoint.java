package local.platform.web.v1.registry;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.proto.registry.v1.RegistryV1Proto;
import local.platform.registry.image.ImageService;
import local.platform.registry.repo.RepoService;
import local.platform.registry.repo.RepoWithReadmeService;
import local.platform.registry.tag.TagService;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.endpoint.V1;

/** Implements {@code Registry} of version 1 for all protocols. */
@ApplicationScoped
public class RegistryV1Endpoint implements Endpoint {
  @EJB private RepoService repos;
  @EJB private RepoWithReadmeService reposWithReadmes;
  @EJB private TagService tags;
  @EJB private ImageService images;

  @Override
  public ServiceMethods methods() {
    ServiceMethods methods =
        ServiceMethods.of(RegistryV1Proto.getDescriptor(), "Registry", V1.VERSION);
    new RepoV1Methods(repos, reposWithReadmes).addTo(methods);
    new TagV1Methods(tags).addTo(methods);
    return new ImageV1Methods(images).addTo(methods);
  }
}
