package local.platform.library.version;

import io.github.nscuro.versatile.spi.VersionProvider;
import io.github.nscuro.versatile.version.DebianVersion;
import io.github.nscuro.versatile.version.GoVersion;
import io.github.nscuro.versatile.version.MavenVersion;
import io.github.nscuro.versatile.version.RpmVersion;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A version of Maven, Go, deb or rpm, which the library versatile-core compares. */
final class LibraryVersion implements Version {
  private static final VersionProvider MAVEN = new MavenVersion.Provider();
  private static final VersionProvider GO = new GoVersion.Provider();
  private static final VersionProvider DEB = new DebianVersion.Provider();
  private static final VersionProvider RPM = new RpmVersion.Provider();

  /**
   * The qualifiers that Maven places before a release; a, b and m only if a digit follows. Each
   * stands between separators, or next to a digit.
   */
  private static final Pattern BEFORE_RELEASE =
      Pattern.compile(
          "(?i)(?<![a-z])(?:(?:alpha|beta|milestone|rc|cr|snapshot)(?![a-z])|[abm](?=[0-9]))");

  /**
   * A snapshot as Maven deploys it: its version, the time, and the number of the build. Maven takes
   * it for a snapshot of that version, and only its comparison of versions does not know the form.
   */
  private static final Pattern DEPLOYED_SNAPSHOT =
      Pattern.compile("(.*)-([0-9]{8}\\.[0-9]{6})-([0-9]+)", Pattern.DOTALL);

  private final io.github.nscuro.versatile.spi.Version version;
  private final boolean preRelease;
  private final Deployment deployment;

  private LibraryVersion(
      io.github.nscuro.versatile.spi.Version version, boolean preRelease, Deployment deployment) {
    this.version = version;
    this.preRelease = preRelease;
    this.deployment = deployment;
  }

  /**
   * When a snapshot was deployed, which orders snapshots of the same version.
   *
   * @param time in a form whose order is that of time
   * @param build the number of the build
   */
  private record Deployment(String time, Digits build) implements Comparable<Deployment> {
    /** Stands for versions that are no snapshots, and snapshots that name none: the newest ones. */
    static final Deployment NEWEST = new Deployment("~", Digits.ZERO);

    @Override
    public int compareTo(Deployment other) {
      int byTime = time.compareTo(other.time);
      return byTime == 0 ? build.compareTo(other.build) : byTime;
    }
  }

  static Optional<LibraryVersion> maven(String text) {
    Matcher snapshot = DEPLOYED_SNAPSHOT.matcher(text);
    return snapshot.matches()
        ? maven(
            snapshot.group(1) + "-SNAPSHOT",
            new Deployment(snapshot.group(2), new Digits(snapshot.group(3))))
        : maven(text, Deployment.NEWEST);
  }

  private static Optional<LibraryVersion> maven(String text, Deployment deployment) {
    return parse(MAVEN, "maven", text)
        .map(
            version ->
                new LibraryVersion(version, BEFORE_RELEASE.matcher(text).find(), deployment));
  }

  static Optional<LibraryVersion> go(String text) {
    return parse(GO, "golang", text)
        .map(version -> new LibraryVersion(version, !version.isStable(), Deployment.NEWEST));
  }

  static Optional<LibraryVersion> deb(String text) {
    return ofPackage(DEB, "deb", text);
  }

  static Optional<LibraryVersion> rpm(String text) {
    return ofPackage(RPM, "rpm", text);
  }

  /** Parses a version of a distribution's package, which does not tell what precedes a release. */
  private static Optional<LibraryVersion> ofPackage(
      VersionProvider provider, String scheme, String text) {
    return parse(provider, scheme, text)
        .map(version -> new LibraryVersion(version, false, Deployment.NEWEST));
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
    LibraryVersion that = (LibraryVersion) other;
    int byVersion = version.compareTo(that.version);
    return byVersion == 0 ? deployment.compareTo(that.deployment) : byVersion;
  }
}
