package local.platform.library.version;

import java.util.Optional;
import java.util.function.Function;

/** The rules by which an ecosystem orders versions. */
public enum VersionScheme {
  /** Maven's {@code ComparableVersion}. */
  MAVEN(LibraryVersion::maven),
  /** Semantic Versioning 2.0.0, as npm applies it. */
  NPM(text -> SemanticVersion.parse(text, SemanticVersion.Dialect.NPM)),
  /** Versions of Go modules, including pseudo-versions. */
  GO(LibraryVersion::go),
  /** PEP 440. */
  PEP440(Pep440Version::parse),
  /** NuGet's: Semantic Versioning with up to four numbers and without case. */
  NUGET(text -> SemanticVersion.parse(text, SemanticVersion.Dialect.NUGET)),
  /** Semantic Versioning 2.0.0, also of versions that leave out numbers or begin with a v. */
  SEMVER(text -> SemanticVersion.parse(text, SemanticVersion.Dialect.LENIENT)),
  /** Versions of packages in Debian's format. */
  DEB(LibraryVersion::deb),
  /** Versions of packages in the format of RPM, with or without epoch and release. */
  RPM(LibraryVersion::rpm);

  private final Function<String, Optional<? extends Version>> parser;

  VersionScheme(Function<String, Optional<? extends Version>> parser) {
    this.parser = parser;
  }

  /** Returns a version in the order of this scheme. */
  public OrderedVersion version(String text) {
    return new OrderedVersion(text, parse(text));
  }

  /** Returns the version that a text is; empty if the scheme does not allow it. */
  Optional<Version> parse(String text) {
    return parser.apply(text).map(Version.class::cast);
  }
}
