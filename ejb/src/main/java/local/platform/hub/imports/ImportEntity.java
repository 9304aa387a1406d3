package local.platform.hub.imports;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Table;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.uid.Uid;
import org.jspecify.annotations.Nullable;

/** A stored import. Its parent is the group whose records it stores. */
@Entity
@Table(name = "hub_import")
public class ImportEntity extends ResourceEntity {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final byte RUNNING = 1;
  private static final int MAX_MESSAGE = 1_024;

  private long number;
  private String format;
  private String subject;
  private String reading;
  private String capability;
  private boolean complete;

  @Enumerated(EnumType.STRING)
  private ImportState state;

  private @Nullable Byte running;
  private String message;
  private String node;

  @Column(name = "lease_time")
  private Instant leaseTime;

  private long batches;

  @Column(name = "lines_read")
  private long linesRead;

  private long created;
  private long changed;
  private long unchanged;
  private long deleted;
  private long retracted;
  private long rejected;
  private long conflicts;
  private long skipped;

  @Column(name = "bytes_read")
  private long bytesRead;

  @Column(name = "bytes_total")
  private long bytesTotal;

  @Column(name = "importer_uid")
  private Uid importerUid;

  @Column(name = "end_time")
  private @Nullable Instant endTime;

  /** For JPA. */
  protected ImportEntity() {}

  /** Creates an import that runs. */
  ImportEntity(
      Uid uid, ImportRequest request, long bytes, Uid importer, Instant time, Lease lease) {
    super(uid, time);
    this.number = RANDOM.nextLong() & Long.MAX_VALUE;
    this.format = request.format().kind().format();
    this.subject = request.format().subject();
    this.reading = request.format().kind().reading().dottedName();
    this.capability = request.format().cancelling().dottedName();
    this.complete = request.complete();
    this.state = ImportState.RUNNING;
    this.running = RUNNING;
    this.message = "";
    this.node = lease.node();
    this.leaseTime = lease.end();
    this.bytesTotal = bytes;
    this.importerUid = importer;
  }

  /**
   * The right of a server to work on an import.
   *
   * @param node identifies the server
   * @param begin when it begins, or is renewed, by the clock of the database
   */
  record Lease(String node, Instant begin) {
    /** How long a server may be silent before its imports count as interrupted. */
    private static final Duration LENGTH = Duration.ofSeconds(30);

    /** Returns when it ends, unless it is renewed. */
    Instant end() {
      return begin.plus(LENGTH);
    }
  }

  /** Returns the name of its format. */
  String format() {
    return format;
  }

  /** Returns the name of the capability that is needed to read it. */
  String reading() {
    return reading;
  }

  /** Returns the number to which issues refer. */
  long number() {
    return number;
  }

  /** Returns the name of the capability that is needed to cancel it. */
  String capability() {
    return capability;
  }

  boolean isRunning() {
    return state == ImportState.RUNNING;
  }

  /** Returns whether a server may work on it. */
  boolean isRunningOn(String server) {
    return isRunning() && node.equals(server);
  }

  /** Returns whether it counts as running although its server does not renew the lease. */
  boolean isAbandoned(Instant now) {
    return isRunning() && leaseTime.isBefore(now);
  }

  /** Returns the number of batches that were stored. */
  long batches() {
    return batches;
  }

  ImportCounts counts() {
    return new ImportCounts(
        linesRead, created, changed, unchanged, deleted, retracted, rejected, conflicts, skipped);
  }

  /**
   * Records a stored batch, and renews the lease, unless that was renewed after the batch had
   * begun.
   */
  void advance(ImportCounts batch, long bytes, Instant now) {
    change(
        now,
        () -> {
          ImportCounts sum = counts().plus(batch);
          linesRead = sum.read();
          created = sum.created();
          changed = sum.changed();
          unchanged = sum.unchanged();
          deleted = sum.deleted();
          retracted = sum.retracted();
          rejected = sum.rejected();
          conflicts = sum.conflicts();
          skipped = sum.skipped();
          bytesRead = bytes;
          batches++;
          // By the clock of this node: the lease may last longer for that, but never shorter.
          Instant leaseEnd = new Lease(node, now).end();
          leaseTime = leaseTime.isAfter(leaseEnd) ? leaseTime : leaseEnd;
        });
  }

  /** Ends it. */
  void end(ImportState last, String why, Instant now) {
    change(
        now,
        () -> {
          state = last;
          message = ImportIssue.cut(why, MAX_MESSAGE);
          running = null;
          endTime = now;
        });
  }

  /** Returns it as callers see it: as interrupted if its server has ended without saying so. */
  Import shownAt(Instant now) {
    return isAbandoned(now) ? toRecord().interrupted() : toRecord();
  }

  @Override
  public Import toRecord() {
    return new Import(
        uid(),
        format,
        subject,
        complete,
        state,
        message,
        counts(),
        bytesRead,
        bytesTotal,
        importerUid,
        createTime(),
        updateTime(),
        Optional.ofNullable(endTime),
        version());
  }

  @Override
  protected Object content() {
    return List.of(state, message, counts(), bytesRead, batches);
  }
}
