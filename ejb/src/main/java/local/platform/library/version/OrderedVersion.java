package local.platform.library.version;

import java.util.Optional;

/**
 * A version in the total order of its scheme: first the texts that the scheme does not allow, then
 * the others as the scheme orders them. What is equal for the scheme is ordered by its text.
 */
public final class OrderedVersion implements Comparable<OrderedVersion> {
  private final String text;
  private final Optional<Version> parsed;

  OrderedVersion(String text, Optional<Version> parsed) {
    this.text = text;
    this.parsed = parsed;
  }

  /** Returns the version as it was written. */
  public String text() {
    return text;
  }

  /** Returns whether the scheme allows it. */
  public boolean isAllowed() {
    return parsed.isPresent();
  }

  /** Returns whether the scheme allows it, and it does not precede a release. */
  public boolean isRelease() {
    return parsed.filter(version -> !version.isPreRelease()).isPresent();
  }

  /**
   * Compares with another version as the scheme does: what has the same meaning is equal, however
   * it is written.
   *
   * @throws java.util.NoSuchElementException unless the scheme allows both
   */
  public int compareMeaning(OrderedVersion other) {
    return parsed.orElseThrow().compareTo(other.parsed.orElseThrow());
  }

  @Override
  public int compareTo(OrderedVersion other) {
    int order =
        parsed.isPresent() && other.parsed.isPresent()
            ? parsed.get().compareTo(other.parsed.get())
            : Boolean.compare(parsed.isPresent(), other.parsed.isPresent());
    return order == 0 ? text.compareTo(other.text) : order;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OrderedVersion version && version.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
