package local.platform.library.artifact;

/** The column that lists of artifacts are restricted by, of which they read one value at a time. */
final class Shelf {
  /** A shelf on which there are no artifacts. */
  static final String NONE = "";

  private static final String UPSTREAM = "-upstream";

  private Shelf() {}

  /**
   * Returns the shelf of an artifact.
   *
   * @param upstreamOnly whether all of its versions come from public registries
   */
  static String of(Ecosystem ecosystem, boolean upstreamOnly) {
    return upstreamOnly ? ecosystem.text() + UPSTREAM : ecosystem.text();
  }
}
