package local.platform.registry.repo;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;

/** Implements {@link RepoReadmeService}. */
@Stateless
@Local(RepoReadmeService.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class RepoReadmeServiceBean implements RepoReadmeService {
  private final RepoReadmeRepository readmes;
  private final Transactions transactions;
  private final ResourceWrites writes;

  @Inject
  public RepoReadmeServiceBean(
      RepoReadmeRepository readmes, Transactions transactions, ResourceWrites writes) {
    this.readmes = readmes;
    this.transactions = transactions;
    this.writes = writes;
  }

  @Override
  public RepoReadme get(Caller caller, Uid repo) {
    caller.require(Capability.REPO_LIST, repo);
    return transactions.read(() -> readmes.read(repo)).orElseThrow(() -> readmes.notFound(repo));
  }

  @Override
  public RepoReadme update(
      Caller caller, Uid repo, DraftChange<RepoReadmeDraft> change, VersionCondition condition) {
    caller.require(Capability.REPO_UPDATE, repo);
    FieldViolations violations = change.violations();
    String content = change.applyTo(RepoReadmeDraft.EMPTY).content();
    RepoRules.checkReadme("content", content, violations);
    violations.throwIfAny();
    return writes.update(
        caller.author(),
        readmes,
        repo,
        condition,
        (write, readme) -> readme.store(change.applyTo(readme.draft()), write.time()));
  }
}
