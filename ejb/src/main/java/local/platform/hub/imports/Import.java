package local.platform.hub.imports;

import java.time.Instant;
import java.util.Optional;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;

/**
 * An import as callers see it.
 *
 * @param uid its uid, under the group
 * @param format the format of its file
 * @param subject what the file is about
 * @param complete whether records that the file does not name are removed
 * @param state its state
 * @param message why it failed; empty otherwise
 * @param counts what became of its records so far
 * @param bytesRead how much of the file was read so far, in bytes
 * @param bytesTotal length of the file, in bytes
 * @param importer uid of the identity that started it
 * @param createTime when it was started
 * @param updateTime when it last made progress
 * @param endTime when it ended; empty while it runs
 * @param version the number of changes so far
 */
public record Import(
    Uid uid,
    String format,
    String subject,
    boolean complete,
    ImportState state,
    String message,
    ImportCounts counts,
    long bytesRead,
    long bytesTotal,
    Uid importer,
    Instant createTime,
    Instant updateTime,
    Optional<Instant> endTime,
    long version)
    implements Resource {

  /** Returns a copy for an import whose server has ended without saying so. */
  Import interrupted() {
    return new Import(
        uid,
        format,
        subject,
        complete,
        ImportState.INTERRUPTED,
        message,
        counts,
        bytesRead,
        bytesTotal,
        importer,
        createTime,
        updateTime,
        endTime,
        version);
  }
}
