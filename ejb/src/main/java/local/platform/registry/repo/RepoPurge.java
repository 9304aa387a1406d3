package local.platform.registry.repo;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.resource.Purge;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.Write;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;

/**
 * Deletes the contents of deleted repos, a few rows in each transaction. Several nodes may do that
 * at once: each locks the content whose rows it deletes.
 */
@Dependent
public class RepoPurge {
  /** Most rows of one kind that one transaction deletes. */
  static final int BATCH = 500;

  private final RepoContents contents;
  private final RepoRepository repos;
  private final List<RepoContentPart> parts;
  private final Transactions transactions;
  private final ResourceWrites writes;

  @Inject
  public RepoPurge(
      RepoContents contents,
      RepoRepository repos,
      @Any Instance<RepoContentPart> parts,
      Transactions transactions,
      ResourceWrites writes) {
    this(contents, repos, parts.stream().toList(), transactions, writes);
  }

  /** Creates one with all kinds of rows that lie in repos. */
  public RepoPurge(
      RepoContents contents,
      RepoRepository repos,
      List<RepoContentPart> parts,
      Transactions transactions,
      ResourceWrites writes) {
    this.contents = contents;
    this.repos = repos;
    this.parts =
        parts.stream().sorted(Comparator.comparing(part -> part.getClass().getName())).toList();
    this.transactions = transactions;
    this.writes = writes;
  }

  /** Deletes what lies in the repos that are deleted now. What fails is tried again next time. */
  public void run() {
    Purge.all("the content of", transactions.read(contents::deleted), this::purgeSome);
  }

  /** Deletes a few rows, and at last the content itself. Returns whether there may be more. */
  private boolean purgeSome(Uid repo) {
    return writes.writeImplied(repos, repo, (attempt, write) -> purgeSome(write, repo));
  }

  private boolean purgeSome(Write write, Uid repo) {
    Optional<RepoContentEntity> content =
        contents.findForUpdate(repo).filter(RepoContentEntity::isDeleted);
    if (content.isEmpty()) {
      return false; // another node was faster
    }
    for (RepoContentPart part : parts) {
      if (part.deleteSome(write, repo, BATCH)) {
        return true;
      }
    }
    write.delete(contents, content.get());
    return false;
  }
}
