package local.platform.registry.repo;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.paging.ListSpec;
import local.platform.foundation.paging.SortField;
import local.platform.foundation.persistence.InList;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.resource.ResourceEntity.ChangeStamp;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.uid.Uid;
import local.platform.kind.Repositories;
import local.platform.registry.name.TombstoneRepository;

/** The repository of repos together with their readmes. */
@Dependent
public class RepoWithReadmeRepository extends ResourceRepository<RepoEntity, RepoWithReadme> {
  /** A repo and its readme may have some 200 KiB. */
  private static final int WALK_SIZE = 50;

  private final ResourceRepository<RepoReadmeEntity, RepoReadme> readmes;
  private final TombstoneRepository tombstones;

  @Inject
  public RepoWithReadmeRepository(
      EntityManager entityManager,
      DatabaseVendor vendor,
      Repositories repositories,
      TombstoneRepository tombstones) {
    this(entityManager, vendor, repositories.of(RepoReadmes.KIND), tombstones);
  }

  private RepoWithReadmeRepository(
      EntityManager entityManager,
      DatabaseVendor vendor,
      ResourceRepository<RepoReadmeEntity, RepoReadme> readmes,
      TombstoneRepository tombstones) {
    super(
        entityManager,
        vendor,
        RepoEntity.class,
        RepoRepository.KIND,
        ParentKind.GROUP,
        repo -> new RepoWithReadme(repo.toRecord(), readme(readmes, repo).draft().content()));
    this.readmes = readmes;
    this.tombstones = tombstones;
  }

  ListSpec<RepoWithReadme> listSpec() {
    return ListSpec.ofResources(
            "registry.repos_with_readmes", "RepoEntity", ParentKind.GROUP, this::readAll)
        .sortableBy(SortField.COMMON)
        .withWalkSize(WALK_SIZE)
        .build();
  }

  /** Reads repos with their readmes, in one statement; in any order. */
  @Override
  public List<RepoWithReadme> readAll(Collection<Uid> uids) {
    return new InList("uids", uids)
        .query(
            entityManager(),
            """
            select r as repo, m as readme
            from RepoEntity r join RepoReadmeEntity m on m.uid = r.uid
            where r.uid in (:uids)
            """,
            Tuple.class)
        .getResultStream()
        .map(
            row ->
                new RepoWithReadme(
                    row.get("repo", RepoEntity.class).toRecord(),
                    row.get("readme", RepoReadmeEntity.class).draft().content()))
        .toList();
  }

  @Override
  public Optional<RepoWithReadme> read(Uid uid) {
    return readAll(List.of(uid)).stream().findFirst();
  }

  @Override
  protected boolean wasDeleted(Uid uid) {
    return tombstones.existsFor(uid);
  }

  /** Returns the stamp of the last change of the repo or its readme. */
  @Override
  protected ChangeStamp changeStamp(RepoEntity repo) {
    ChangeStamp ofRepo = repo.changeStamp();
    ChangeStamp ofReadme = readme(readmes, repo).changeStamp();
    return new ChangeStamp(
        ofRepo.version() + ofReadme.version(), ofRepo.updateTime(), List.of(ofRepo, ofReadme));
  }

  private static RepoReadmeEntity readme(
      ResourceRepository<RepoReadmeEntity, RepoReadme> readmes, RepoEntity repo) {
    return readmes.find(repo.uid()).orElseThrow();
  }
}
