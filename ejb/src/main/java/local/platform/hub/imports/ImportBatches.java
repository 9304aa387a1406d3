package local.platform.hub.imports;

import java.time.Instant;
import java.util.List;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;

/**
 * The transactions of one import. Each stores a batch together with the counts of the import, so
 * that these are exact whatever happens, and only while the import is still running on this server.
 */
final class ImportBatches {
  private final ImportTask<?> task;
  private final String node;
  private final ImportRepository imports;
  private final ResourceWrites writes;
  private long stored;
  private int issues;

  ImportBatches(ImportTask<?> task, String node, ImportRepository imports, ResourceWrites writes) {
    this.task = task;
    this.node = node;
    this.imports = imports;
    this.writes = writes;
  }

  /**
   * What a transaction stores.
   *
   * @param counts what became of the records so far
   * @param issues the records that were refused
   * @param bytes how much of the file was read
   */
  record Progress(ImportCounts counts, List<ImportIssue> issues, long bytes) {}

  /** Stores records, and returns what became of them. */
  @FunctionalInterface
  interface Records {
    ImportCounts store(Instant now);
  }

  /**
   * Stores a batch.
   *
   * @throws ImportStoppedException if the import has ended
   */
  void store(Progress progress, Records records) {
    List<ImportIssue> kept =
        progress
            .issues()
            .subList(0, Math.min(progress.issues().size(), ImportService.MAX_ISSUES - issues));
    writes.write(
        task.caller().author(),
        (attempt, write) -> {
          ImportEntity row = running();
          // The attempt before was committed after all.
          if (row.batches() > stored) {
            return row.batches();
          }
          ImportCounts counts = progress.counts().plus(records.store(write.time()));
          if (!kept.isEmpty()) {
            imports.insertIssues(row.number(), issues + 1, kept);
          }
          update(write, row, counts, progress.bytes());
          return row.batches();
        });
    stored++;
    issues += kept.size();
  }

  private void update(Write write, ImportEntity row, ImportCounts counts, long bytes) {
    Instant lease = write.time().plus(ImportRunsBean.LEASE);
    write.update(imports, row, each -> each.advance(counts, bytes, lease, write.time()));
  }

  /**
   * Ends the import.
   *
   * @throws ImportStoppedException if it has ended already
   */
  void end(ImportState state, String message) {
    writes.write(
        task.caller().author(),
        (attempt, write) -> {
          if (attempt.mayHaveCommitted()
              && imports.findForUpdate(task.uid()).filter(ImportEntity::isRunning).isEmpty()) {
            return state;
          }
          write.update(imports, running(), row -> row.end(state, message, write.time()));
          return state;
        });
  }

  /** Locks the group, so that it is not deleted, and then the import. */
  private ImportEntity running() {
    Uid group = task.place().group();
    if (!imports.lockGroupShared(group)) {
      throw new ImportStoppedException();
    }
    return imports
        .findForUpdate(task.uid())
        .filter(row -> row.isRunningOn(node))
        .orElseThrow(ImportStoppedException::new);
  }
}
