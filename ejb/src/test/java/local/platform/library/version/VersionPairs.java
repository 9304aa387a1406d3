package local.platform.library.version;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/** Versions that are like each other, so that their comparison depends on details. */
final class VersionPairs {
  private static final long SEED = 20_261_124;

  private static final Pattern LEADING_ZERO =
      Pattern.compile("^[^-+]*-(?:[^+]*\\.)?0[0-9]+(?:[.+]|$)");

  private final Random random = new Random(SEED);
  private final VersionScheme scheme;

  private VersionPairs(VersionScheme scheme) {
    this.scheme = scheme;
  }

  /** Two versions. */
  record Pair(String one, String other) {
    @Override
    public String toString() {
      return one + "\t" + other;
    }
  }

  static List<Pair> of(VersionScheme scheme, int count) {
    VersionPairs pairs = new VersionPairs(scheme);
    List<Pair> made = new ArrayList<>();
    while (made.size() < count) {
      String one = pairs.version();
      made.add(new Pair(one, pairs.random.nextInt(3) == 0 ? pairs.version() : pairs.like(one)));
    }
    return made;
  }

  private String version() {
    return switch (scheme) {
      case PEP440 -> pep440();
      case NUGET -> numbers(1 + random.nextInt(4), true) + preRelease(true) + build();
      default -> numbers(3, false) + preRelease(false) + build();
    };
  }

  /** Changes one character of a version, if a version remains. */
  private String like(String version) {
    for (int attempt = 0; attempt < 20; attempt++) {
      int at = random.nextInt(version.length());
      String changed =
          version.substring(0, at)
              + one("0", "1", "9", "a", "B", "rc", ".", "-", "")
              + version.substring(at + 1);
      if (scheme.parse(changed).isPresent() && !hasLeadingZero(changed)) {
        return changed;
      }
    }
    return version();
  }

  /** NuGet allows leading zeros in the identifiers of a pre-release, and the reference does not. */
  private boolean hasLeadingZero(String version) {
    return scheme == VersionScheme.NUGET && LEADING_ZERO.matcher(version).find();
  }

  private String pep440() {
    return chance(20, "v")
        + chance(10, number(false) + "!")
        + numbers(1 + random.nextInt(5), true)
        + chance(
            3,
            one("", ".", "-", "_")
                + one("a", "b", "c", "rc", "alpha", "BETA", "pre", "preview")
                + chance(2, one("", ".", "-", "_") + number(true)))
        + chance(
            4,
            random.nextInt(3) == 0
                ? "-" + number(true)
                : one("", ".", "-", "_") + one("post", "rev", "r") + chance(2, number(true)))
        + chance(4, one("", ".", "-", "_") + "dev" + chance(2, number(true)))
        + chance(
            4,
            "+"
                + one("cu", "ubuntu", "ABC", "")
                + number(true)
                + chance(2, one(".", "-", "_") + one("1", "01", "x", "cpu")));
  }

  private String numbers(int count, boolean leadingZeros) {
    List<String> numbers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      numbers.add(number(leadingZeros));
    }
    return String.join(".", numbers);
  }

  private String number(boolean leadingZeros) {
    String number =
        switch (random.nextInt(8)) {
          case 0 -> "0";
          case 1 -> "10";
          case 2 -> "9";
          case 3 -> String.valueOf(20_000_000 + random.nextInt(10_000_000));
          case 4 -> "9" + random.nextInt(10) + "99999999999999999999";
          default -> String.valueOf(random.nextInt(4));
        };
    return leadingZeros ? chance(10, "0") + number : number;
  }

  private String preRelease(boolean leadingZeros) {
    if (random.nextInt(3) == 0) {
      return "";
    }
    List<String> identifiers = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(4); i++) {
      identifiers.add(
          switch (random.nextInt(4)) {
            case 0 -> number(false);
            case 1 -> one("alpha", "beta", "Beta", "RC", "rc", "a-b", "x", "Z");
            case 2 -> one("rc", "a", "b-") + number(leadingZeros);
            default -> one("0", "1", "2", "10");
          });
    }
    return "-" + String.join(".", identifiers);
  }

  private String build() {
    return chance(5, "+" + one("1", "2", "001", "build.7"));
  }

  private String chance(int oneIn, String text) {
    return random.nextInt(oneIn) == 0 ? text : "";
  }

  private String one(String... texts) {
    return texts[random.nextInt(texts.length)];
  }
}
