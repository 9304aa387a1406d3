package local.platform.library.artifact;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import local.platform.access.authz.Capability;
import local.platform.foundation.uid.Uid;
import local.platform.hub.imports.Container;
import local.platform.hub.imports.ImportCounts;
import local.platform.hub.imports.ImportKind;

/**
 * Another format, which differs from that of artifacts in whatever a format may differ: it takes
 * JSON and zips, and has capabilities of its own. Of each record with a description it notes that,
 * and counts a conflict; those whose version is "skipped" it skips.
 */
class OtherFormat extends ForwardingFormat {
  static final ImportKind KIND =
      new ImportKind(
          "others",
          Capability.ADVISORIES_LIST,
          "advisories.create",
          "others",
          EnumSet.of(Container.JSON, Container.ZIP),
          100);

  private final String subject;

  OtherFormat(Uid group, String subject) {
    super(new ArtifactFormat(group, Ecosystem.JAVA, ImportFixture::line));
    this.subject = subject;
  }

  @Override
  public ImportKind kind() {
    return KIND;
  }

  @Override
  public String subject() {
    return subject;
  }

  @Override
  public List<Capability> starting() {
    return List.of(Capability.ADVISORIES_CREATE, Capability.ADVISORIES_UPDATE);
  }

  @Override
  public Capability cancelling() {
    return Capability.ADVISORIES_CREATE;
  }

  @Override
  public Outcome store(Connection connection, List<ArtifactRecord> records, Instant now)
      throws SQLException {
    List<ArtifactRecord> taken =
        records.stream().filter(each -> !each.version().equals("skipped")).toList();
    List<Note> notes = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      if (!records.get(i).content().description().isEmpty()) {
        notes.add(new Note(i, "NOTED", "description", records.get(i).content().description()));
      }
    }
    ImportCounts counts =
        new ImportCounts(0, 0, 0, 0, 0, 0, 0, notes.size(), records.size() - taken.size());
    return new Outcome(super.store(connection, taken, now).counts().plus(counts), notes);
  }
}
