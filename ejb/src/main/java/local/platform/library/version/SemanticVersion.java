package local.platform.library.version;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A version by Semantic Versioning 2.0.0, section 11, in one of its dialects. What follows a plus
 * sign does not count.
 *
 * @param numbers the numbers before the first hyphen, always four
 * @param preRelease the identifiers after it; none for a release
 */
record SemanticVersion(List<Digits> numbers, List<String> preRelease) implements Version {
  private static final int NUMBERS = 4;
  private static final String REST = "(?:-([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*+))?";
  private static final String BUILD = "(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*+)?";

  /** The form of versions in an ecosystem. */
  enum Dialect {
    /** Three numbers without leading zeros. */
    NPM("((?:0|[1-9][0-9]*)(?:\\.(?:0|[1-9][0-9]*)){2})"),
    /** One to four numbers; those that are left out are zero. Case does not count. */
    NUGET("([0-9]+(?:\\.[0-9]+){0,3})"),
    /** One to three numbers, also after a v; those that are left out are zero. */
    LENIENT("v?([0-9]+(?:\\.[0-9]+){0,2})");

    private final Pattern pattern;

    Dialect(String numbers) {
      this.pattern = Pattern.compile(numbers + REST + BUILD);
    }
  }

  /** Parses a version; empty if the dialect does not allow it. */
  static Optional<SemanticVersion> parse(String text, Dialect dialect) {
    Matcher matcher = dialect.pattern.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String rest = matcher.group(2) == null ? "" : matcher.group(2);
    String cased = dialect == Dialect.NUGET ? rest.toLowerCase(Locale.ROOT) : rest;
    List<String> preRelease = rest.isEmpty() ? List.of() : List.of(cased.split("\\.", -1));
    if (dialect == Dialect.NPM && preRelease.stream().anyMatch(SemanticVersion::hasLeadingZero)) {
      return Optional.empty();
    }
    String[] numbers = matcher.group(1).split("\\.", -1);
    return Optional.of(
        new SemanticVersion(
            IntStream.range(0, NUMBERS)
                .mapToObj(i -> i < numbers.length ? new Digits(numbers[i]) : Digits.ZERO)
                .toList(),
            preRelease));
  }

  private static boolean hasLeadingZero(String identifier) {
    return identifier.length() > 1 && identifier.startsWith("0") && Digits.are(identifier);
  }

  @Override
  public boolean isPreRelease() {
    return !preRelease.isEmpty();
  }

  @Override
  public int compareTo(Version other) {
    SemanticVersion version = (SemanticVersion) other;
    int byNumbers =
        Arrays.compare(numbers.toArray(Digits[]::new), version.numbers.toArray(Digits[]::new));
    if (byNumbers != 0) {
      return byNumbers;
    }
    if (isPreRelease() != version.isPreRelease()) {
      return isPreRelease() ? -1 : 1;
    }
    return Arrays.compare(
        preRelease.toArray(String[]::new),
        version.preRelease.toArray(String[]::new),
        SemanticVersion::compareIdentifiers);
  }

  /** Numbers come before texts. */
  private static int compareIdentifiers(String one, String other) {
    boolean number = Digits.are(one);
    if (number != Digits.are(other)) {
      return number ? -1 : 1;
    }
    return number ? new Digits(one).compareTo(new Digits(other)) : one.compareTo(other);
  }
}
