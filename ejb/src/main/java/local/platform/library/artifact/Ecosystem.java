package local.platform.library.artifact;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import local.platform.access.authz.Capability;
import local.platform.library.version.OrderedVersion;
import local.platform.library.version.VersionScheme;

/** An ecosystem of libraries: how its names and its versions compare. */
public enum Ecosystem {
  JAVA(Capability.LIBRARIES_JAVA_CREATE, VersionScheme.MAVEN, UnaryOperator.identity()),
  PYTHON(Capability.LIBRARIES_PYTHON_CREATE, VersionScheme.PEP440, Ecosystem::pep503),
  JAVASCRIPT(Capability.LIBRARIES_JAVASCRIPT_CREATE, VersionScheme.NPM, UnaryOperator.identity()),
  DOTNET(
      Capability.LIBRARIES_DOTNET_CREATE,
      VersionScheme.NUGET,
      name -> name.toLowerCase(Locale.ROOT)),
  GO(Capability.LIBRARIES_GO_CREATE, VersionScheme.GO, UnaryOperator.identity());

  private final Capability importing;
  private final VersionScheme versions;
  private final UnaryOperator<String> normalForm;

  Ecosystem(Capability importing, VersionScheme versions, UnaryOperator<String> normalForm) {
    this.importing = importing;
    this.versions = versions;
    this.normalForm = normalForm;
  }

  /** Returns the ecosystem of this name; empty if there is none. */
  public static Optional<Ecosystem> named(String name) {
    return Arrays.stream(values()).filter(each -> each.text().equals(name)).findFirst();
  }

  /** Returns the name that is stored, and that ids of artifacts begin with. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the name of a part of the lists of artifacts.
   *
   * @param upstreamOnly whether it has the artifacts all of whose versions come from public
   *     registries, or the others of this ecosystem
   */
  String partition(boolean upstreamOnly) {
    return upstreamOnly ? text() + "-upstream" : text();
  }

  /** Returns the capability that imports of this ecosystem require. */
  Capability importing() {
    return importing;
  }

  /** Returns the form of a name in which names of this ecosystem are compared. */
  String normalForm(String name) {
    return normalForm.apply(name);
  }

  /** Returns the form of a name that callers see: in Python all forms of a name are the same. */
  public String shownName(String name) {
    return this == PYTHON ? normalForm(name) : name;
  }

  /** Returns a version in the order of this ecosystem. */
  OrderedVersion version(String text) {
    return versions.version(text);
  }

  /** The normalized names of PEP 503, which do not depend on case and on the kind of separators. */
  private static String pep503(String name) {
    return name.replaceAll("[-_.]+", "-").toLowerCase(Locale.ROOT);
  }
}
