package local.platform.library.artifact;

/** The partitions of lists of artifacts. */
final class Shelf {
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
