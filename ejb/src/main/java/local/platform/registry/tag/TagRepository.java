package local.platform.registry.tag;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.paging.ListSpec;
import local.platform.foundation.paging.SortField;
import local.platform.foundation.persistence.InList;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;
import local.platform.registry.repo.RepoContentPart;
import local.platform.registry.repo.RepoRepository;

/**
 * The repository of tags. It finds only tags that exist, in repos that exist. Each statement checks
 * that the repo exists, so that moving a tag needs no other statement for this. The repo is not
 * locked: a change of a tag while its repo is being deleted counts as made before the deletion.
 */
@Dependent
public class TagRepository extends ResourceRepository<TagEntity, Tag> implements RepoContentPart {
  private static final String IN_REPO =
      " and exists (select r.uid from RepoEntity r where r.uid = :repo)";

  private final TagHistory history;

  @Inject
  public TagRepository(EntityManager entityManager, DatabaseVendor vendor, TagHistory history) {
    super(
        entityManager, vendor, TagEntity.class, "Tag", RepoRepository.PARENT, TagEntity::toRecord);
    this.history = history;
  }

  ListSpec<Tag> listSpec() {
    return ListSpec.ofResources("registry.tags", "TagEntity", RepoRepository.PARENT, this::readAll)
        .sortableBy(List.of(SortField.UID, SortField.NAME, SortField.UPDATE_TIME))
        .indexedBy("digest")
        .partitionedBy("nameFormat")
        .build();
  }

  @Override
  public Optional<Tag> read(Uid uid) {
    return existing(uid, LockModeType.NONE).map(this::show);
  }

  @Override
  public List<Tag> readAll(Collection<Uid> uids) {
    return new InList("uids", uids)
        .query(
            entityManager(),
            "select t from TagEntity t where t.uid in (:uids) and t.deleted = false",
            TagEntity.class)
        .getResultStream()
        .map(this::show)
        .toList();
  }

  @Override
  public Optional<TagEntity> findForUpdate(Uid uid) {
    return existing(uid, LockModeType.PESSIMISTIC_WRITE);
  }

  private Optional<TagEntity> existing(Uid uid, LockModeType lock) {
    return uid.parent()
        .flatMap(
            repo ->
                entityManager()
                    .createQuery(
                        "select t from TagEntity t where t.uid = :uid and t.deleted = false"
                            + IN_REPO,
                        TagEntity.class)
                    .setParameter("uid", uid)
                    .setParameter("repo", repo)
                    .setLockMode(lock)
                    .getResultList()
                    .stream()
                    .findFirst());
  }

  /** Finds and locks the tag with a name, which may be deleted, in a repo that exists. */
  Optional<TagEntity> findForUpdate(Uid repo, String name) {
    return entityManager()
        .createQuery(
            "select t from TagEntity t where t.parentUid = :repo and t.name = :name" + IN_REPO,
            TagEntity.class)
        .setParameter("repo", repo)
        .setParameter("name", name)
        .setLockMode(LockModeType.PESSIMISTIC_WRITE)
        .getResultList()
        .stream()
        .findFirst();
  }

  /** Finds and locks the row of a tag, which may be deleted, as its repo may be. */
  Optional<TagEntity> findRowForUpdate(Uid uid) {
    return super.findForUpdate(uid);
  }

  /** Returns the longest of the names that refer to a digest; empty if there is none. */
  Optional<String> longestName(
      Uid repo, TagNameFilter filter, String digest, Collection<String> except) {
    return entityManager()
        .createQuery(
            """
            select t.name from TagEntity t
            where t.parentUid = :repo and t.nameFormat in (:formats) and t.digest = :digest
              and t.name not in (:except)
            order by length(t.name) desc, t.name desc
            """,
            String.class)
        .setParameter("repo", repo)
        .setParameter("formats", filter.codes())
        .setParameter("digest", digest)
        .setParameter("except", except)
        .setMaxResults(1)
        .getResultList()
        .stream()
        .findFirst();
  }

  @Override
  public boolean deleteSome(Write write, Uid repo, int limit) {
    return history.deleteSome(write, this, repo, limit)
        || write.deleteSome(this, "parentUid", repo, limit);
  }
}
