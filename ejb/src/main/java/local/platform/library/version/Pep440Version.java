package local.platform.library.version;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A version by PEP 440, as far as its order depends on it.
 *
 * @param epoch the epoch
 * @param release the numbers of the release, without zeros at the end
 * @param pre the phase before the release
 * @param post the number of the post-release; empty if it is none
 * @param dev the number of the developmental release; empty if it is none
 * @param local the segments of the local version; empty if there is none
 */
record Pep440Version(
    Digits epoch,
    List<Digits> release,
    Phase pre,
    Optional<Digits> post,
    Optional<Digits> dev,
    List<String> local)
    implements Version {
  /** The pattern of PEP 440, appendix B. */
  private static final Pattern PATTERN =
      Pattern.compile(
          """
          v?
          (?:([0-9]++)!)?
          ([0-9]++(?:\\.[0-9]++)*+)
          (?:[-_.]?(alpha|a|beta|b|preview|pre|c|rc)[-_.]?([0-9]++)?)?
          (?:-([0-9]++)|[-_.]?(post|rev|r)[-_.]?([0-9]++)?)?
          (?:[-_.]?(dev)[-_.]?([0-9]++)?)?
          (?:\\+([a-z0-9]++(?:[-_.][a-z0-9]++)*+))?
          """,
          Pattern.COMMENTS);

  private static final Comparator<Optional<Digits>> ABSENT_FIRST =
      Comparator.comparing(
          (Optional<Digits> number) -> number.orElse(null),
          Comparator.nullsFirst(Comparator.naturalOrder()));

  private static final Comparator<Optional<Digits>> ABSENT_LAST =
      Comparator.comparing(
          (Optional<Digits> number) -> number.orElse(null),
          Comparator.nullsLast(Comparator.naturalOrder()));

  private static final Comparator<Pep440Version> ORDER =
      Comparator.comparing(Pep440Version::epoch)
          .thenComparing(version -> version.release().toArray(Digits[]::new), Arrays::compare)
          .thenComparing(Pep440Version::pre)
          .thenComparing(Pep440Version::post, ABSENT_FIRST)
          .thenComparing(Pep440Version::dev, ABSENT_LAST)
          .thenComparing(Pep440Version::local, Pep440Version::compareLocal);

  /**
   * The phase of a version.
   *
   * @param letter what orders it: a, b or rc; before them nothing but a developmental release,
   *     after them the release itself and what follows it
   * @param number its number
   */
  record Phase(String letter, Digits number) implements Comparable<Phase> {
    private static final Phase DEVELOPMENT = new Phase("", Digits.ZERO);
    private static final Phase RELEASE = new Phase("z", Digits.ZERO);

    @Override
    public int compareTo(Phase other) {
      int byLetter = letter.compareTo(other.letter);
      return byLetter == 0 ? number.compareTo(other.number) : byLetter;
    }
  }

  /** Parses a version; empty if PEP 440 does not allow it. */
  static Optional<Pep440Version> parse(String text) {
    Matcher matcher = PATTERN.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      return Optional.empty();
    }
    boolean isPost = matcher.group(5) != null || matcher.group(6) != null;
    String postNumber = matcher.group(5) == null ? matcher.group(7) : matcher.group(5);
    Optional<Digits> post = isPost ? Optional.of(number(postNumber)) : Optional.empty();
    Optional<Digits> dev =
        matcher.group(8) == null ? Optional.empty() : Optional.of(number(matcher.group(9)));
    return Optional.of(
        new Pep440Version(
            number(matcher.group(1)),
            release(matcher.group(2)),
            phase(matcher, post.isEmpty() && dev.isPresent()),
            post,
            dev,
            matcher.group(10) == null ? List.of() : List.of(matcher.group(10).split("[-_.]", -1))));
  }

  private static Digits number(@Nullable String digits) {
    return digits == null ? Digits.ZERO : new Digits(digits);
  }

  private static List<Digits> release(String text) {
    List<Digits> numbers = new ArrayList<>();
    for (String number : text.split("\\.", -1)) {
      numbers.add(new Digits(number));
    }
    while (numbers.size() > 1 && numbers.get(numbers.size() - 1).isZero()) {
      numbers.remove(numbers.size() - 1);
    }
    return List.copyOf(numbers);
  }

  private static Phase phase(Matcher matcher, boolean development) {
    String letter = matcher.group(3);
    if (letter == null) {
      return development ? Phase.DEVELOPMENT : Phase.RELEASE;
    }
    String canonical =
        switch (letter) {
          case "alpha", "a" -> "a";
          case "beta", "b" -> "b";
          default -> "rc";
        };
    return new Phase(canonical, number(matcher.group(4)));
  }

  @Override
  public boolean isPreRelease() {
    return dev.isPresent() || !pre.equals(Phase.RELEASE);
  }

  @Override
  public int compareTo(Version other) {
    return ORDER.compare(this, (Pep440Version) other);
  }

  private static int compareLocal(List<String> one, List<String> other) {
    return Arrays.compare(
        one.toArray(String[]::new),
        other.toArray(String[]::new),
        Pep440Version::compareLocalSegments);
  }

  /** Texts come before numbers, unlike in Semantic Versioning. */
  private static int compareLocalSegments(String one, String other) {
    boolean number = Digits.are(one);
    if (number != Digits.are(other)) {
      return number ? 1 : -1;
    }
    return number ? new Digits(one).compareTo(new Digits(other)) : one.compareTo(other);
  }
}
