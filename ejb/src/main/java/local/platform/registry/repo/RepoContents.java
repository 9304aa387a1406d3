package local.platform.registry.repo;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.resource.EntityRepository;
import local.platform.foundation.uid.Uid;

/** The repository of the contents of repos. */
@Dependent
public class RepoContents extends EntityRepository<RepoContentEntity> {

  @Inject
  public RepoContents(EntityManager entityManager) {
    super(entityManager, RepoContentEntity.class, "RepoContent");
  }

  /**
   * Returns the uids of the deleted repos whose content is not yet deleted, the first deleted one
   * first. What lies in them must not be shown. Nearly always there are none.
   */
  public List<Uid> deleted() {
    return entityManager()
        .createQuery(
            """
            select c.uid from RepoContentEntity c
            where c.deleteTime is not null order by c.deleteTime, c.uid
            """,
            Uid.class)
        .getResultList();
  }

  /** Finds the content of a repo and locks it until the transaction ends. */
  Optional<RepoContentEntity> findForUpdate(Uid repo) {
    return Optional.ofNullable(
        entityManager().find(RepoContentEntity.class, repo, LockModeType.PESSIMISTIC_WRITE));
  }
}
