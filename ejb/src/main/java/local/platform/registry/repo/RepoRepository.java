package local.platform.registry.repo;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.util.Optional;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.uid.Uid;
import local.platform.registry.name.RepoPath;
import local.platform.registry.name.TombstoneRepository;

/**
 * The repository of repos. What is created in a repo locks it first, by {@link #lockShared}: the
 * foreign key alone, to its content, does not say that the repo still exists.
 */
@Dependent
public class RepoRepository extends ResourceRepository<RepoEntity, Repo> {
  /** The name of a repo in errors. */
  public static final String KIND = "Repo";

  /** Repos as parents of what lies in them. */
  public static final ParentKind PARENT =
      new ParentKind(KIND, "RepoEntity", Uid.MAX_GROUP_DEPTH + 1);

  private final TombstoneRepository tombstones;

  @Inject
  public RepoRepository(
      EntityManager entityManager, DatabaseVendor vendor, TombstoneRepository tombstones) {
    super(entityManager, vendor, RepoEntity.class, KIND, ParentKind.GROUP, RepoEntity::toRecord);
    this.tombstones = tombstones;
  }

  @Override
  protected boolean wasDeleted(Uid uid) {
    return tombstones.existsFor(uid);
  }

  /** Finds the repo of a group with this name. */
  Optional<Uid> findByName(Uid group, String name) {
    return entityManager()
        .createQuery(
            "select r.uid from RepoEntity r where r.parentUid = :group and r.name = :name",
            Uid.class)
        .setParameter("group", group)
        .setParameter("name", name)
        .getResultList()
        .stream()
        .findFirst();
  }

  /** Finds the repo with a pull name. The text may be any. */
  public Optional<Repo> findByPullName(String text) {
    if (!RepoPath.mayBePullName(text)) {
      return Optional.empty();
    }
    return entityManager()
        .createQuery("select r from RepoEntity r where r.pullName = :text", RepoEntity.class)
        .setParameter("text", text)
        .getResultList()
        .stream()
        .findFirst()
        .map(RepoEntity::toRecord);
  }
}
