package local.platform.library.artifact;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A line of an imported file: one version of an artifact. Empty texts are not given.
 *
 * @param ecosystem its ecosystem, which must be that of the import if it is given
 * @param name name of the artifact; required
 * @param version the version; required
 * @param description description of the version
 * @param sourceType where it comes from, by the name of a {@link SourceType}; internal if not given
 * @param sizeBytes its length in bytes
 * @param publishTime when it was published
 * @param cudaVersion the version of CUDA that it is built for; of Python only
 * @param malicious whether a scan found malware in it
 * @param deleted whether the version is to be removed
 */
public record ArtifactLine(
    String ecosystem,
    String name,
    String version,
    String description,
    String sourceType,
    OptionalLong sizeBytes,
    Optional<Instant> publishTime,
    String cudaVersion,
    Optional<Boolean> malicious,
    boolean deleted) {

  /** Reads lines. */
  @FunctionalInterface
  public interface Reader {
    /**
     * Reads a line, as far as its form is valid.
     *
     * @throws MalformedLineException if it is not
     */
    ArtifactLine read(byte[] line) throws MalformedLineException;
  }

  /** Thrown for a line whose form is invalid. */
  public static final class MalformedLineException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String field;
    private final transient Optional<ArtifactLine> rest;

    /**
     * Creates an exception.
     *
     * @param field the field whose form is invalid; empty if it is the whole line
     * @param description what is wrong with it
     * @param rest the line without its invalid fields; empty if it cannot be read at all
     */
    public MalformedLineException(String field, String description, Optional<ArtifactLine> rest) {
      super(description);
      this.field = field;
      this.rest = rest;
    }

    String field() {
      return field;
    }

    Optional<ArtifactLine> rest() {
      return rest;
    }
  }
}
