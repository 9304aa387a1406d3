package local.platform.hub.imports;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import local.platform.foundation.transaction.DatabaseFailure;
import local.platform.hub.imports.ImportBatches.Progress;

/**
 * Reads the records of an uploaded file and stores them in batches. A file that is complete, or can
 * take back what is stored, is read twice: first to find out which records it names and takes back,
 * before anything is changed.
 *
 * @param <R> a record
 */
final class ImportRun<R> {
  private static final Logger LOG = System.getLogger(ImportRun.class.getName());
  private static final int BATCH_RECORDS = 1_000;
  private static final long BATCH_BYTES = 1 << 20;

  /** So many records are read before their number is shown, even if none is stored. */
  private static final int BATCH_READ = 10_000;

  /** Up to so many records may be removed, whatever their share. */
  private static final long FEW = 50;

  /** Up to one fifth of the records may be removed. */
  private static final long MASS_DIVISOR = 5;

  private static final Set<DatabaseFailure.Kind> OF_A_RECORD =
      Set.of(DatabaseFailure.Kind.OTHER, DatabaseFailure.Kind.DUPLICATE);

  private final RecordFormat<R> format;
  private final ImportPlace place;
  private final ImportBatches batches;

  /** What is known of the records of the file that are about the same. */
  private enum Mention {
    /** One names it. */
    NAMED,
    /** The first one takes back what is stored about it. */
    TAKES_BACK,
    /** The first one is about nothing that the import takes. */
    SKIPPED,
    /** The same, and something is stored about it. */
    DROPPED,
    /** One has been stored, or will be with its batch. */
    COUNTS
  }

  /**
   * The keys of the records that are known of the file. An entry takes some 63 bytes, and there are
   * at most as many as a file may have records: 315 MB for 5,000,000. So there is one map for all
   * purposes.
   */
  private final Map<Long, Mention> keys = new HashMap<>();

  private final List<Numbered<R>> records = new ArrayList<>();
  private final List<ImportIssue> issues = new ArrayList<>();
  private long recordBytes;
  private long read;
  private long skipped;
  private long unchanged;

  /**
   * A record of a batch.
   *
   * @param read where its file has it
   */
  private record Numbered<R>(FileRecord read, R record) {}

  ImportRun(RecordFormat<R> format, ImportPlace place, ImportBatches batches) {
    this.format = format;
    this.place = place;
    this.batches = batches;
  }

  /**
   * Works on the file to its end.
   *
   * @throws ImportFailedException if the file cannot be read, or would remove too much
   * @throws ImportStoppedException if the import has ended
   */
  void run() {
    try {
      recall();
      boolean complete = place.request().complete();
      if (complete || format.takesBack()) {
        readKeys(complete);
        checkRemoval(complete);
      }
      storeAll();
      if (complete) {
        retract();
      }
    } catch (IOException e) {
      LOG.log(Level.ERROR, "an upload could not be read", e);
      throw new ImportFailedException("the server cannot read the upload: try again");
    } finally {
      place.largeRecords().end();
    }
  }

  private FileRecords open() throws IOException {
    ImportKind kind = format.kind();
    return FileRecords.of(
        place.spool().open(),
        place.spool().length(),
        FileInput.Limits.ofRecords(kind.recordLimit()),
        kind.containers(),
        place.largeRecords()::take);
  }

  /** Reads what is stored. It stays, since no other import of the same subject runs meanwhile. */
  private void recall() {
    while (batches.read(format::recall)) {
      // There is more.
    }
  }

  /** Reads the keys of all records that the file names, also of those that will be refused. */
  private void readKeys(boolean complete) throws IOException {
    FileRecords file = open();
    for (Optional<FileRecord> record = file.next(); record.isPresent(); record = file.next()) {
      try {
        readKey(format.read(record.get().content()));
      } catch (RefusedRecordException e) {
        if (complete && e.key().isEmpty()) {
          throw new ImportFailedException(
              "nothing was changed: a complete file must name its records, which "
                  + file.noun()
                  + " "
                  + record.get().ordinal()
                  + " does not: "
                  + e.getMessage());
        }
        e.key().ifPresent(key -> keys.putIfAbsent(key, Mention.NAMED));
      }
      place.largeRecords().end();
    }
  }

  private void readKey(R record) {
    keys.putIfAbsent(format.key(record), mention(record));
  }

  private Mention mention(R record) {
    if (format.isSkipped(record)) {
      return Mention.SKIPPED;
    }
    return format.isWithdrawal(record) ? Mention.TAKES_BACK : Mention.NAMED;
  }

  /**
   * Checks that the file does not remove or take back many of the records that are stored, and
   * finds those about which it says nothing any more that the import takes.
   */
  private void checkRemoval(boolean complete) {
    if (!complete && !keys.containsValue(Mention.SKIPPED) && isFew(Mention.TAKES_BACK)) {
      return;
    }
    long total = 0;
    long absent = 0;
    long taken = 0;
    RecordFormat.Stored stored;
    long after = 0;
    do {
      long from = after;
      stored = batches.read(connection -> format.stored(connection, from));
      for (long key : stored.keys()) {
        total++;
        Mention mention = keys.get(key);
        absent += complete && mention == null ? 1 : 0;
        taken += mention == Mention.TAKES_BACK || mention == Mention.SKIPPED ? 1 : 0;
        if (mention == Mention.SKIPPED) {
          keys.put(key, Mention.DROPPED);
        }
      }
      after = stored.until();
    } while (stored.more());
    long gone = absent + taken;
    if (gone > FEW && gone > total / MASS_DIVISOR && !place.request().allowMassRetraction()) {
      throw new ImportFailedException(
          "nothing was changed: "
              + text(absent, taken)
              + " of the "
              + total
              + " "
              + format.kind().records()
              + " that are known, which would be removed; allowMassRetraction=true allows that");
    }
  }

  private boolean isFew(Mention mention) {
    return keys.values().stream().filter(mention::equals).limit(FEW + 1).count() <= FEW;
  }

  private static String text(long absent, long taken) {
    String named = "the file does not name " + absent;
    String withdrawal = "takes back " + taken;
    if (taken == 0) {
      return named;
    }
    return absent == 0 ? "the file " + withdrawal : named + " and " + withdrawal;
  }

  private void storeAll() throws IOException {
    FileRecords file = open();
    for (Optional<FileRecord> record = file.next(); record.isPresent(); record = file.next()) {
      add(record.get(), file.noun());
      if (read >= BATCH_READ
          || records.size() >= BATCH_RECORDS
          || issues.size() >= BATCH_RECORDS
          || recordBytes >= BATCH_BYTES) {
        storeBatch(file.bytesRead());
      }
      place.largeRecords().end(); // with a large record a batch is full
    }
    storeBatch(file.bytesRead());
  }

  private void add(FileRecord one, String noun) {
    read++;
    try {
      byte[] content = one.content();
      R record = format.read(content);
      if (format.isSkipped(record) && keys.get(format.key(record)) != Mention.DROPPED) {
        skipped++;
      } else if (keys.put(format.key(record), Mention.COUNTS) == Mention.COUNTS) {
        issues.add(
            ImportIssue.refused(
                one,
                "DUPLICATE_IN_IMPORT",
                format.label(record),
                "an earlier " + noun + " of the file is about the same: that one counts"));
      } else if (format.isStored(record)) {
        unchanged++;
      } else {
        records.add(new Numbered<>(one.withoutBytes(), record));
        recordBytes += content.length;
      }
    } catch (RefusedRecordException e) {
      issues.add(e.issue(one));
    }
  }

  private void storeBatch(long bytes) {
    Progress progress =
        new Progress(
            ImportCounts.ofRead(read, issues.size())
                .plus(ImportCounts.ofSkipped(skipped))
                .plus(ImportCounts.ofUnchanged(unchanged)),
            List.copyOf(issues),
            bytes);
    List<Numbered<R>> batch = List.copyOf(records);
    records.clear();
    issues.clear();
    recordBytes = 0;
    read = 0;
    skipped = 0;
    unchanged = 0;
    try {
      store(progress, batch);
    } catch (RuntimeException e) {
      if (batch.isEmpty() || !mayBeOfARecord(e)) {
        throw e;
      }
      LOG.log(Level.WARNING, "a batch of import " + batches.uid() + " is stored one by one", e);
      batches.store(progress);
      batch.forEach(one -> storeAlone(one, bytes));
    }
  }

  /**
   * Returns whether a record may be the cause of a failure. What somebody else has stored meanwhile
   * is found when its record is stored again, alone.
   */
  private static boolean mayBeOfARecord(RuntimeException e) {
    return !(e instanceof ImportStoppedException)
        && !(e instanceof ImportFailedException)
        && !ImportRunsBean.isAway(e)
        && OF_A_RECORD.contains(DatabaseFailure.of(e).kind());
  }

  private void store(Progress progress, List<Numbered<R>> batch) {
    if (batch.isEmpty()) {
      batches.store(progress);
      return;
    }
    List<R> all = batch.stream().map(Numbered::record).toList();
    batches.store(
        progress,
        (connection, now) -> {
          RecordFormat.Outcome outcome = format.store(connection, all, now);
          return new ImportBatches.Stored(
              outcome.counts(),
              outcome.notes().stream().map(note -> issue(batch.get(note.index()), note)).toList());
        });
  }

  private ImportIssue issue(Numbered<R> one, RecordFormat.Note note) {
    return ImportIssue.note(one.read(), format.label(one.record()), note);
  }

  /** Stores one record of a batch that failed, and refuses it if it is the culprit. */
  private void storeAlone(Numbered<R> one, long bytes) {
    try {
      store(new Progress(ImportCounts.NONE, List.of(), bytes), List.of(one));
    } catch (RuntimeException e) {
      if (!mayBeOfARecord(e)) {
        throw e;
      }
      LOG.log(Level.WARNING, "a record of import " + batches.uid() + " cannot be stored", e);
      ImportIssue issue =
          ImportIssue.refused(
              one.read(),
              "NOT_STORED",
              format.label(one.record()),
              "the database refuses this record");
      batches.store(new Progress(ImportCounts.ofRead(0, 1), List.of(issue), bytes));
    }
  }

  private long retractSome(long after, long until, Set<Long> named) {
    AtomicLong removed = new AtomicLong();
    batches.store(
        new Progress(ImportCounts.NONE, List.of(), place.spool().length()),
        (connection, now) -> {
          ImportCounts counts = format.retract(connection, after, until, named, now);
          removed.set(counts.retracted());
          return ImportBatches.Stored.of(counts);
        });
    return removed.get();
  }

  /** Removes the stored records that the file does not name. */
  private void retract() {
    Set<Long> named = keys.keySet();
    RecordFormat.Stored stored;
    long after = 0;
    do {
      long from = after;
      stored = batches.read(connection -> format.stored(connection, from));
      long until = stored.until();
      if (!named.containsAll(stored.keys())) {
        while (retractSome(from, until, named) > 0) {
          // The next transaction removes others.
        }
      }
      after = until;
    } while (stored.more());
  }
}
