package local.platform.registry.repo;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.resource.ResourceRepository;

/** The repository of readmes. */
@Dependent
public class RepoReadmeRepository extends ResourceRepository<RepoReadmeEntity, RepoReadme> {

  @Inject
  public RepoReadmeRepository(EntityManager entityManager, DatabaseVendor vendor) {
    super(
        entityManager,
        vendor,
        RepoReadmeEntity.class,
        "RepoReadme",
        ParentKind.GROUP,
        RepoReadmeEntity::toRecord);
  }
}
