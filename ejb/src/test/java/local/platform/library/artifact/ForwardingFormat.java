package local.platform.library.artifact;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import local.platform.access.authz.Capability;
import local.platform.hub.imports.ImportCounts;
import local.platform.hub.imports.ImportKind;
import local.platform.hub.imports.RecordFormat;
import local.platform.hub.imports.RefusedRecordException;

/** A format of a test, which does as that of artifacts does except for what the test overrides. */
class ForwardingFormat implements RecordFormat<ArtifactRecord> {
  private final ArtifactFormat format;

  ForwardingFormat(ArtifactFormat format) {
    this.format = format;
  }

  @Override
  public ImportKind kind() {
    return format.kind();
  }

  @Override
  public String subject() {
    return format.subject();
  }

  @Override
  public List<Capability> starting() {
    return format.starting();
  }

  @Override
  public Capability cancelling() {
    return format.cancelling();
  }

  @Override
  public long key(ArtifactRecord record) {
    return format.key(record);
  }

  @Override
  public String label(ArtifactRecord record) {
    return format.label(record);
  }

  @Override
  public ArtifactRecord read(byte[] record) throws RefusedRecordException {
    return format.read(record);
  }

  @Override
  public Outcome store(Connection connection, List<ArtifactRecord> records, Instant now)
      throws SQLException {
    return format.store(connection, records, now);
  }

  @Override
  public Stored stored(Connection connection, long after) throws SQLException {
    return format.stored(connection, after);
  }

  @Override
  public ImportCounts retract(
      Connection connection, long after, long until, Set<Long> named, Instant now)
      throws SQLException {
    return format.retract(connection, after, until, named, now);
  }
}
