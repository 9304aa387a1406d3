package local.platform.registry.repo;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.Optional;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;

/** Implements {@link RepoService}. */
@Stateless
@Local(RepoService.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class RepoServiceBean implements RepoService {
  private final RepoRepository repos;
  private final Repos rules;
  private final RepoWrites repoWrites;
  private final RepoPurger purger;
  private final Transactions transactions;
  private final ResourceWrites writes;

  @Inject
  public RepoServiceBean(
      RepoRepository repos,
      Repos rules,
      RepoWrites repoWrites,
      RepoPurger purger,
      Transactions transactions,
      ResourceWrites writes) {
    this.repos = repos;
    this.rules = rules;
    this.repoWrites = repoWrites;
    this.purger = purger;
    this.transactions = transactions;
    this.writes = writes;
  }

  @Override
  public Repo find(Caller caller, Uid uid) {
    var visible = caller.visible(Capability.REPO_LIST);
    return transactions
        .read(() -> repos.read(uid))
        .filter(repo -> isVisible(repo, visible))
        .orElseThrow(() -> repos.notFound(uid));
  }

  @Override
  public Repo find(Caller caller, String pullName) {
    var visible = caller.visible(Capability.REPO_LIST);
    Optional<Repo> found = transactions.read(() -> repos.findByPullName(pullName));
    return found
        .filter(repo -> isVisible(repo, visible))
        .orElseThrow(() -> repos.noneFound("there is no repo with this name"));
  }

  private static boolean isVisible(Repo repo, Collection<Uid> visible) {
    return visible.stream().anyMatch(top -> top.covers(repo.uid()));
  }

  @Override
  public Repo create(Caller caller, Uid group, RepoDraft draft) {
    caller.require(Capability.REPO_CREATE, group);
    FieldViolations violations = new FieldViolations();
    rules.validate(draft, violations);
    Repos.checkSource(draft, violations);
    violations.throwIfAny();
    return repoWrites.create(caller, repos, group, draft, "");
  }

  @Override
  public Repo update(
      Caller caller, Uid uid, DraftChange<RepoDraft> change, VersionCondition condition) {
    caller.require(Capability.REPO_UPDATE, uid);
    RepoDraft given = change.applyTo(RepoDraft.EMPTY);
    FieldViolations violations = change.violations();
    rules.validate(given, violations);
    if (change.setsWhole(Repos.SOURCE)) {
      Repos.checkSource(given, violations);
    }
    violations.throwIfAny();
    return Repos.KIND.unique(
        given,
        () ->
            writes.update(
                caller.author(),
                repos,
                uid,
                condition,
                (write, repo) -> repoWrites.change(caller, write, repo, change)));
  }

  @Override
  public void delete(Caller caller, Uid uid, VersionCondition condition) {
    caller.require(Capability.REPO_DELETE, uid);
    writes.delete(caller.author(), repos, uid, condition, repoWrites::delete);
    if (caller.author().dryRun().isEmpty()) {
      purger.wake();
    }
  }
}
