package local.platform.library.artifact;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.resource.EntityRepository;
import local.platform.foundation.resource.GroupAttachment;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;

/** The artifacts of groups, each as a whole. They go with their group, and are deleted after it. */
@Dependent
public class ArtifactContents extends EntityRepository<ArtifactContentEntity>
    implements GroupAttachment {

  @Inject
  public ArtifactContents(EntityManager entityManager) {
    super(entityManager, ArtifactContentEntity.class, "ArtifactContent");
  }

  @Override
  public String inGroup() {
    return "select 1 from ArtifactContentEntity c where c.groupUid = :group";
  }

  /** Hides the artifacts of a group. {@link ArtifactPurge} deletes them. */
  @Override
  public void deleteAt(Write write, Uid group) {
    findForUpdate(group)
        .ifPresent(content -> write.update(this, content, row -> row.markDeleted(write.time())));
  }

  /**
   * Returns the uids of the deleted groups whose artifacts are not yet deleted, the first deleted
   * one first. These must not be shown. Nearly always there are none.
   */
  List<Uid> deleted() {
    return entityManager()
        .createQuery(
            """
            select c.uid from ArtifactContentEntity c
            where c.deleteTime is not null order by c.deleteTime, c.uid
            """,
            Uid.class)
        .getResultList();
  }

  /** Finds the content of a group and locks it until the transaction ends. */
  Optional<ArtifactContentEntity> findForUpdate(Uid group) {
    return Optional.ofNullable(
        entityManager().find(ArtifactContentEntity.class, group, LockModeType.PESSIMISTIC_WRITE));
  }
}
