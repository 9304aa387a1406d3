package local.platform.kind;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.paging.ListSpec;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.resource.ResourceRepository;

/** The repositories of all kinds. */
@Dependent
public class Repositories {
  private final EntityManager entityManager;
  private final DatabaseVendor vendor;

  @Inject
  public Repositories(EntityManager entityManager, DatabaseVendor vendor) {
    this.entityManager = entityManager;
    this.vendor = vendor;
  }

  /** Returns the repository of a kind. */
  public <E extends ResourceEntity, R extends Resource> ResourceRepository<E, R> of(
      Kind<E, ?, R> kind) {
    return kind.repository(entityManager, vendor);
  }

  /** Returns how a kind is listed. */
  public <R extends Resource> ListSpec<R> listSpec(Kind<?, ?, R> kind) {
    return listSpecOf(kind);
  }

  private <E extends ResourceEntity, R extends Resource> ListSpec<R> listSpecOf(
      Kind<E, ?, R> kind) {
    return kind.listSpec(of(kind));
  }
}
