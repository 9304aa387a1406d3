package local.platform.library.artifact;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.persistence.RowStatements;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.validation.FieldRules;
import local.platform.hub.imports.Container;
import local.platform.hub.imports.ImportCounts;
import local.platform.hub.imports.ImportKind;
import local.platform.hub.imports.RecordFormat;
import local.platform.hub.imports.RefusedRecordException;
import local.platform.library.artifact.ArtifactLine.MalformedLineException;
import local.platform.library.artifact.ArtifactRecord.Content;

/** The artifacts of one ecosystem in one group, as the records of an import. */
public final class ArtifactFormat implements RecordFormat<ArtifactRecord> {
  /** Describes imports of artifacts. */
  public static final ImportKind KIND =
      new ImportKind(
          "library-artifacts",
          Capability.LIBRARIES_ARTIFACTS_LIST,
          "libraries.<ecosystem>.create",
          "versions",
          Set.of(Container.LINES),
          64 << 10);

  /** Lists are ordered by names, and Java and the databases order ASCII alike. */
  private static final Pattern ARTIFACT_NAME = Pattern.compile("[\\x21-\\x7e]{1,255}");

  private static final int MAX_VERSION = 255;
  private static final int MAX_CUDA_VERSION = 64;
  private static final Instant FIRST_TIME = Instant.parse("1970-01-01T00:00:00Z");
  private static final Instant LAST_TIME = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private final Uid group;
  private final Ecosystem ecosystem;
  private final ArtifactLine.Reader reader;
  private final ArtifactStore store;

  /**
   * Creates a format for one import.
   *
   * @param group the group of the artifacts
   * @param ecosystem the ecosystem of all artifacts in the file
   * @param reader reads its lines
   */
  public ArtifactFormat(Uid group, Ecosystem ecosystem, ArtifactLine.Reader reader) {
    this.group = group;
    this.ecosystem = ecosystem;
    this.reader = reader;
    this.store = new ArtifactStore(group, ecosystem);
  }

  @Override
  public ImportKind kind() {
    return KIND;
  }

  @Override
  public String subject() {
    return ecosystem.text();
  }

  @Override
  public List<Capability> starting() {
    return List.of(ecosystem.importing());
  }

  @Override
  public Capability cancelling() {
    return ecosystem.importing();
  }

  @Override
  public ArtifactRecord read(byte[] line) throws RefusedRecordException {
    try {
      return checked(reader.read(line));
    } catch (MalformedLineException e) {
      throw new RefusedRecordException(
          e.field().isEmpty() ? "MALFORMED" : "INVALID_FIELD",
          e.rest().map(ArtifactFormat::label).orElse(""),
          e.rest().map(this::key).orElse(OptionalLong.empty()),
          e.field(),
          String.valueOf(e.getMessage()));
    }
  }

  private ArtifactRecord checked(ArtifactLine line) throws RefusedRecordException {
    require(line, "name", isName(line.name()), "must be 1 to 255 characters of visible ASCII");
    require(
        line,
        "version",
        isVersion(line.version()),
        "must be 1 to " + MAX_VERSION + " characters without control characters");
    require(
        line,
        "ecosystem",
        line.ecosystem().isEmpty() || line.ecosystem().equals(ecosystem.text()),
        "must be that of the import, " + ecosystem.text());
    Optional<SourceType> source = sourceType(line);
    require(
        line,
        "sourceType",
        source.isPresent(),
        "must be one of " + Arrays.toString(SourceType.values()));
    checkContent(line);
    ArtifactId artifact = ArtifactId.of(group, ecosystem, line.name());
    return new ArtifactRecord(
        artifact,
        artifact.version(line.version(), source.orElseThrow()),
        ecosystem.shownName(line.name()),
        line.version(),
        source.orElseThrow(),
        new Content(
            line.description(),
            line.sizeBytes(),
            line.publishTime(),
            cudaVersion(line),
            line.malicious()),
        line.deleted());
  }

  private void checkContent(ArtifactLine line) throws RefusedRecordException {
    FieldViolations violations = new FieldViolations();
    FieldRules.description("description", line.description(), violations);
    FieldRules.line("cudaVersion", line.cudaVersion(), MAX_CUDA_VERSION, violations);
    if (!violations.descriptions().isEmpty()) {
      boolean inCuda = violations.descriptions().get(0).startsWith("cudaVersion");
      throw invalid(line, inCuda ? "cudaVersion" : "description", violations.descriptions().get(0));
    }
    require(
        line,
        "cudaVersion",
        line.cudaVersion().isEmpty() || ecosystem == Ecosystem.PYTHON,
        "is of Python only");
    require(line, "sizeBytes", line.sizeBytes().orElse(0) >= 0, "must not be negative");
    require(
        line,
        "publishedTime",
        line.publishTime()
            .filter(time -> time.isBefore(FIRST_TIME) || time.isAfter(LAST_TIME))
            .isEmpty(),
        "must be in the years 1970 to 9999");
  }

  private void require(ArtifactLine line, String field, boolean valid, String description)
      throws RefusedRecordException {
    if (!valid) {
      throw invalid(line, field, description);
    }
  }

  private RefusedRecordException invalid(ArtifactLine line, String field, String description) {
    return new RefusedRecordException("INVALID_FIELD", label(line), key(line), field, description);
  }

  private static String label(ArtifactLine line) {
    return line.version().isEmpty() ? line.name() : line.name() + " " + line.version();
  }

  /** Returns the key of a line, even if it is invalid otherwise. */
  private OptionalLong key(ArtifactLine line) {
    Optional<SourceType> source = sourceType(line);
    return isName(line.name()) && isVersion(line.version()) && source.isPresent()
        ? OptionalLong.of(
            ArtifactId.of(group, ecosystem, line.name())
                .version(line.version(), source.get())
                .prefix())
        : OptionalLong.empty();
  }

  private static boolean isName(String name) {
    return ARTIFACT_NAME.matcher(name).matches();
  }

  private static boolean isVersion(String version) {
    FieldViolations violations = new FieldViolations();
    FieldRules.line("version", version, violations);
    return !version.isEmpty() && violations.descriptions().isEmpty();
  }

  private static Optional<SourceType> sourceType(ArtifactLine line) {
    return line.sourceType().isEmpty()
        ? Optional.of(SourceType.INTERNAL)
        : Arrays.stream(SourceType.values())
            .filter(each -> each.name().equals(line.sourceType()))
            .findFirst();
  }

  private Optional<String> cudaVersion(ArtifactLine line) {
    if (!line.cudaVersion().isEmpty()) {
      return Optional.of(line.cudaVersion());
    }
    return ecosystem == Ecosystem.PYTHON
        ? CudaVersion.ofLocalPart(line.version())
        : Optional.empty();
  }

  @Override
  public long key(ArtifactRecord record) {
    return record.hash().prefix();
  }

  @Override
  public String label(ArtifactRecord record) {
    return record.name() + " " + record.version();
  }

  @Override
  public Outcome store(Connection connection, List<ArtifactRecord> records, Instant now)
      throws SQLException {
    return Outcome.of(store.store(new RowStatements(connection), records, now));
  }

  @Override
  public Stored stored(Connection connection, long after) throws SQLException {
    return store.stored(new RowStatements(connection), after);
  }

  @Override
  public ImportCounts retract(
      Connection connection, long after, long until, Set<Long> named, Instant now)
      throws SQLException {
    return ImportCounts.ofRetracted(
        store.retract(new RowStatements(connection), after, until, named, now));
  }
}
