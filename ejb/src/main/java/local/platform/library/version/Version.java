package local.platform.library.version;

/** A version as the rules of its ecosystem understand it. Versions of one scheme are comparable. */
interface Version extends Comparable<Version> {
  /** Returns whether it precedes a release, by the rules of its ecosystem. */
  boolean isPreRelease();
}
