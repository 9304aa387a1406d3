package local.platform.library.version;

import io.github.nscuro.versatile.spi.VersionProvider;
import io.github.nscuro.versatile.version.GoVersion;
import io.github.nscuro.versatile.version.MavenVersion;
import java.util.Optional;
import java.util.regex.Pattern;

/** A version of Maven or Go, which the library versatile-core compares. */
final class LibraryVersion implements Version {
  private static final VersionProvider MAVEN = new MavenVersion.Provider();
  private static final VersionProvider GO = new GoVersion.Provider();

  /**
   * The qualifiers that Maven places before a release; a, b and m only if a digit follows. Each
   * stands between separators, or next to a digit.
   */
  private static final Pattern BEFORE_RELEASE =
      Pattern.compile(
          "(?i)(?<![a-z])(?:(?:alpha|beta|milestone|rc|cr|snapshot)(?![a-z])|[abm](?=[0-9]))");

  private final io.github.nscuro.versatile.spi.Version version;
  private final boolean preRelease;

  private LibraryVersion(io.github.nscuro.versatile.spi.Version version, boolean preRelease) {
    this.version = version;
    this.preRelease = preRelease;
  }

  static Optional<LibraryVersion> maven(String text) {
    return parse(MAVEN, "maven", text)
        .map(version -> new LibraryVersion(version, BEFORE_RELEASE.matcher(text).find()));
  }

  static Optional<LibraryVersion> go(String text) {
    return parse(GO, "golang", text)
        .map(version -> new LibraryVersion(version, !version.isStable()));
  }

  /**
   * Returns empty for whatever the library fails with: it declares one exception, but throws others
   * for texts that end early, and only when it compares numbers that do not fit into an int.
   */
  @SuppressWarnings("SelfComparison")
  private static Optional<io.github.nscuro.versatile.spi.Version> parse(
      VersionProvider provider, String scheme, String text) {
    try {
      io.github.nscuro.versatile.spi.Version version = provider.getVersion(scheme, text);
      return version.compareTo(version) == 0 ? Optional.of(version) : Optional.empty();
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  @Override
  public boolean isPreRelease() {
    return preRelease;
  }

  @Override
  public int compareTo(Version other) {
    return version.compareTo(((LibraryVersion) other).version);
  }
}
