package local.platform.library.artifact;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.persistence.RowStatements;
import local.platform.foundation.resource.Purge;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.Write;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.library.artifact.ArtifactRows.Chunk;
import org.hibernate.Session;

/**
 * Deletes the artifacts of deleted groups, a few rows in each transaction. Several nodes may do
 * that at once: each locks the content whose rows it deletes.
 */
@Dependent
public class ArtifactPurge implements Purge {
  /**
   * Most artifacts, and most versions, that one transaction deletes. The largest have 11 KiB, and 6
   * KiB.
   */
  static final int BATCH = 2_000;

  private final EntityManager entityManager;
  private final ArtifactContents contents;
  private final Transactions transactions;
  private final ResourceWrites writes;

  @Inject
  public ArtifactPurge(
      EntityManager entityManager,
      ArtifactContents contents,
      Transactions transactions,
      ResourceWrites writes) {
    this.entityManager = entityManager;
    this.contents = contents;
    this.transactions = transactions;
    this.writes = writes;
  }

  @Override
  public void run() {
    Purge.all("the artifacts of", transactions.read(contents::deleted), this::purgeSome);
  }

  /** Deletes a few rows, and at last the content itself. Returns whether there may be more. */
  private boolean purgeSome(Uid group) {
    return writes.writeImplied(contents, group, (attempt, write) -> purgeSome(write, group));
  }

  private boolean purgeSome(Write write, Uid group) {
    Optional<ArtifactContentEntity> content =
        contents.findForUpdate(group).filter(ArtifactContentEntity::isDeleted);
    if (content.isEmpty()) {
      return false; // another node was faster
    }
    boolean more =
        entityManager
            .unwrap(Session.class)
            .doReturningWork(connection -> deleteSome(connection, group));
    if (!more) {
      write.delete(contents, content.get());
    }
    return more;
  }

  private static boolean deleteSome(Connection connection, Uid group) throws SQLException {
    RowStatements statements = new RowStatements(connection);
    ArtifactRows rows = new ArtifactRows(statements);
    ArtifactWrites writes = new ArtifactWrites(statements);
    for (Ecosystem ecosystem : Ecosystem.values()) {
      Chunk chunk = rows.chunk(group, ecosystem, 0, BATCH);
      if (!chunk.numbers().isEmpty()) {
        List<Long> versions = rows.versionNumbers(chunk.numbers());
        writes.deleteVersionsByNumber(versions.subList(0, Math.min(BATCH, versions.size())));
        if (versions.size() <= BATCH) {
          writes.deleteArtifacts(chunk.numbers());
        }
        return true;
      }
    }
    return false;
  }
}
