package local.platform.hub.imports;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import local.platform.foundation.resource.Author;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;

/**
 * The transactions of one import. Each stores a batch together with the counts of the import, so
 * that these are exact whatever happens, and only while the import is still running on this server.
 */
final class ImportBatches {
  private final Uid uid;
  private final Author author;
  private final ImportRepository imports;
  private final Transactions transactions;
  private final ResourceWrites writes;
  private long stored;
  private int issues;

  /** How many issues the last batch has kept. */
  private int kept;

  ImportBatches(
      Uid uid,
      Author author,
      ImportRepository imports,
      Transactions transactions,
      ResourceWrites writes) {
    this.uid = uid;
    this.author = author;
    this.imports = imports;
    this.transactions = transactions;
    this.writes = writes;
  }

  /**
   * The part of a batch that the import itself shows.
   *
   * @param counts what became of the records so far
   * @param issues the records that were refused
   * @param bytes how much of the file was read
   */
  record Progress(ImportCounts counts, List<ImportIssue> issues, long bytes) {}

  /** Stores records, and returns what became of them. */
  @FunctionalInterface
  interface Records {
    Stored store(Connection connection, Instant now) throws SQLException;
  }

  /**
   * What became of the records of a batch.
   *
   * @param counts their number by what was done with them
   * @param notes the notes about them
   */
  record Stored(ImportCounts counts, List<ImportIssue> notes) {
    /** Returns the same without notes. */
    static Stored of(ImportCounts counts) {
      return new Stored(counts, List.of());
    }
  }

  /** Returns the uid of the import. */
  Uid uid() {
    return uid;
  }

  /** Reads from the database, outside of a batch. */
  <T> T read(ImportRepository.Work<T> work) {
    return transactions.read(() -> imports.withConnection(work));
  }

  /**
   * Stores a batch without records.
   *
   * @throws ImportStoppedException if the import has ended
   */
  void store(Progress progress) {
    store(progress, (connection, now) -> Stored.of(ImportCounts.NONE));
  }

  /**
   * Stores a batch.
   *
   * @throws ImportStoppedException if the import has ended
   */
  void store(Progress progress, Records records) {
    writes.write(
        author,
        (attempt, write) -> {
          lockGroup();
          long before =
              imports.batches(uid, ImportRunsBean.NODE).orElseThrow(ImportStoppedException::new);
          // The attempt before was committed after all.
          if (before > stored) {
            return before;
          }
          Instant now = write.time();
          // Its lease can be renewed meanwhile, and it can be cancelled.
          Stored done = imports.withConnection(connection -> records.store(connection, now));
          ImportEntity row = running();
          if (row.batches() > stored) {
            return row.batches(); // and what was stored now was there
          }
          ImportCounts counts = progress.counts().plus(done.counts());
          List<ImportIssue> first = firstOf(progress.issues(), done.notes());
          if (!first.isEmpty()) {
            imports.insertIssues(row.number(), issues + 1, first);
          }
          kept = first.size();
          write.update(imports, row, each -> each.advance(counts, progress.bytes(), now));
          return row.batches();
        });
    stored++;
    issues += kept;
  }

  /** Returns the issues of a batch in the order of the file, as far as the import keeps them. */
  private List<ImportIssue> firstOf(List<ImportIssue> refused, List<ImportIssue> notes) {
    return Stream.concat(refused.stream(), notes.stream())
        .sorted(Comparator.comparingLong(ImportIssue::line))
        .limit(ImportService.MAX_ISSUES - issues)
        .toList();
  }

  /**
   * Ends the import.
   *
   * @param format is told if the import is done
   * @throws ImportStoppedException if it has ended already
   */
  void end(ImportState state, String message, RecordFormat<?> format) {
    writes.write(
        author,
        (attempt, write) -> {
          if (attempt.mayHaveCommitted()
              && imports.findForUpdate(uid).filter(ImportEntity::isRunning).isEmpty()) {
            return state;
          }
          lockGroup();
          write.update(imports, running(), row -> row.end(state, message, write.time()));
          if (state == ImportState.DONE) {
            imports.withConnection(
                connection -> {
                  format.done(connection, write.time());
                  return state;
                });
          }
          return state;
        });
  }

  /** Locks the group, so that it is not deleted. */
  private void lockGroup() {
    if (!imports.lockGroupShared(uid.parent().orElseThrow())) {
      throw new ImportStoppedException();
    }
  }

  /** Locks the import, after the group. */
  private ImportEntity running() {
    return imports
        .findForUpdate(uid)
        .filter(row -> row.isRunningOn(ImportRunsBean.NODE))
        .orElseThrow(ImportStoppedException::new);
  }
}
