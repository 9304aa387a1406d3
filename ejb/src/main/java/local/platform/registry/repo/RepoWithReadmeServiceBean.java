package local.platform.registry.repo;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Consumer;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Lister;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.resource.Write;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.kind.Repositories;
import local.platform.kind.ResourceQuery;

/** Implements {@link RepoWithReadmeService}. */
@Stateless
@Local(RepoWithReadmeService.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class RepoWithReadmeServiceBean implements RepoWithReadmeService {
  /** How often another caller may create or delete the repo first before a creation gives up. */
  private static final int MAX_ATTEMPTS = 5;

  private final RepoWithReadmeRepository reposWithReadmes;
  private final RepoRepository repos;
  private final ResourceRepository<RepoReadmeEntity, RepoReadme> readmes;
  private final Repos rules;
  private final RepoWrites repoWrites;
  private final Lister lister;
  private final Transactions transactions;
  private final ResourceWrites writes;

  @Inject
  public RepoWithReadmeServiceBean(
      Repositories repositories,
      RepoWithReadmeRepository reposWithReadmes,
      RepoRepository repos,
      Repos rules,
      RepoWrites repoWrites,
      Lister lister,
      Transactions transactions,
      ResourceWrites writes) {
    this.reposWithReadmes = reposWithReadmes;
    this.repos = repos;
    this.readmes = repositories.of(RepoReadmes.KIND);
    this.rules = rules;
    this.repoWrites = repoWrites;
    this.lister = lister;
    this.transactions = transactions;
    this.writes = writes;
  }

  @Override
  public void walk(
      Caller caller,
      ResourceQuery query,
      Window window,
      Consumer<? super RepoWithReadme> consumer) {
    var visible = caller.visible(Capability.REPO_LIST);
    lister.walk(visible, reposWithReadmes.listSpec(), query.filter(), window, consumer);
  }

  @Override
  public RepoWithReadme create(
      Caller caller, Uid group, RepoWithReadmeDraft draft, boolean preventExisting) {
    caller.require(Capability.REPO_CREATE, group);
    FieldViolations violations = new FieldViolations();
    check(draft, violations);
    violations.throwIfAny();
    if (preventExisting) {
      return create(caller, group, draft);
    }
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      Optional<Uid> existing = find(group, draft);
      Optional<RepoWithReadme> done =
          existing.isPresent()
              ? updated(caller, existing.get(), draft)
              : created(caller, group, draft);
      if (done.isPresent()) {
        return repeatable(caller, draft, done.get());
      }
    }
    throw PlatformException.concurrentUpdate();
  }

  /**
   * Returns the repo, if a request that repeats an earlier one by its key may see it: if it was
   * changed since it was created, the earlier request may have changed it, which is judged anew.
   */
  private static RepoWithReadme repeatable(
      Caller caller, RepoWithReadmeDraft draft, RepoWithReadme shown) {
    boolean isAsCreated = shown.version() == 0 && shown.readme().equals(draft.readme().orElse(""));
    if (caller.author().repeats() && !isAsCreated) {
      caller.require(Capability.REPO_UPDATE, shown.uid());
    }
    return shown;
  }

  private Optional<Uid> find(Uid group, RepoWithReadmeDraft draft) {
    return transactions.read(() -> repos.findByName(group, draft.repo().name()));
  }

  private RepoWithReadme create(Caller caller, Uid group, RepoWithReadmeDraft draft) {
    return repoWrites.create(
        caller, reposWithReadmes, group, draft.repo(), draft.readme().orElse(""));
  }

  /** Creates the repo; empty if another caller has created one of its name in the meantime. */
  private Optional<RepoWithReadme> created(Caller caller, Uid group, RepoWithReadmeDraft draft) {
    try {
      return Optional.of(create(caller, group, draft));
    } catch (PlatformException e) {
      if (e.code() != ErrorCode.ALREADY_EXISTS || find(group, draft).isEmpty()) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /** Replaces the repo; empty if another caller has deleted or renamed it in the meantime. */
  private Optional<RepoWithReadme> updated(Caller caller, Uid existing, RepoWithReadmeDraft draft) {
    try {
      return Optional.of(
          writes.update(
              caller.author(),
              reposWithReadmes,
              existing,
              VersionCondition.ANY,
              (write, repo) -> {
                // Here, because a request that repeats one that has created the repo changes none.
                caller.require(Capability.REPO_UPDATE, existing);
                if (!repo.name().equals(draft.repo().name())) {
                  throw repos.notFound(existing);
                }
                repoWrites.store(caller, write, repo, draft.repo());
                draft
                    .readme()
                    .ifPresent(readme -> store(write, existing, readme, VersionCondition.ANY));
              }));
    } catch (PlatformException e) {
      if (e.code() != ErrorCode.NOT_FOUND || caller.author().repeats()) {
        throw e;
      }
      return Optional.empty();
    }
  }

  @Override
  public RepoWithReadme update(
      Caller caller, Uid uid, DraftChange<RepoWithReadmeDraft> change, VersionCondition condition) {
    caller.require(Capability.REPO_UPDATE, uid);
    RepoWithReadmeDraft given = change.applyTo(RepoWithReadmeDraft.EMPTY);
    FieldViolations violations = change.violations();
    check(given, violations);
    violations.throwIfAny();
    DraftChange<RepoDraft> changeOfRepo = RepoWithReadmeDraft.changeOfRepo(change);
    return Repos.KIND.unique(
        given.repo(),
        () ->
            writes.update(
                caller.author(),
                reposWithReadmes,
                uid,
                condition,
                (write, repo) -> {
                  repoWrites.change(caller, write, repo, changeOfRepo);
                  given.readme().ifPresent(readme -> store(write, uid, readme, condition));
                }));
  }

  /**
   * Replaces the readme of a repo.
   *
   * @param condition what is required of the repo. It says nothing of the readme, which has a
   *     version of its own: others may have changed it since.
   */
  private void store(Write write, Uid uid, String text, VersionCondition condition) {
    RepoReadmeEntity readme = readmes.findForUpdate(uid).orElseThrow();
    if (!condition.required().all() && !readme.draft().content().equals(text)) {
      throw PlatformException.etagMismatch(
          uid,
          "says nothing of the readme, which differs from the given one: read it again, or leave"
              + " out the ETag or the readme");
    }
    write.update(readmes, readme, row -> row.store(new RepoReadmeDraft(text), write.time()));
  }

  private void check(RepoWithReadmeDraft draft, FieldViolations violations) {
    rules.validate(draft.repo(), violations);
    Repos.checkSource(draft.repo(), violations);
    draft
        .readme()
        .ifPresent(text -> RepoReadmes.check(RepoWithReadmeDraft.README, text, violations));
  }
}
