package local.platform.library.version;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Versions of packages are ordered as the package managers order them. */
class DistributionOrderTest {
  private static final int PAIRS = 60_000;

  private final Random random = new Random(41);

  @ParameterizedTest
  @EnumSource(names = {"DEB", "RPM"})
  void ordersAsThePackageManagerDoes(VersionScheme scheme) {
    int equal = 0;
    for (int i = 0; i < PAIRS; i++) {
      String one = version(scheme);
      String other = random.nextBoolean() ? version(scheme) : like(one);
      OrderedVersion first = scheme.version(one);
      OrderedVersion second = scheme.version(other);
      if (first.isAllowed() && second.isAllowed()) {
        int expected = scheme == VersionScheme.DEB ? deb(one, other) : rpm(one, other);
        assertThat(Integer.signum(first.compareMeaning(second)))
            .as(one + " and " + other)
            .isEqualTo(expected);
        equal += expected == 0 ? 1 : 0;
      }
    }
    assertThat(equal).isBetween(PAIRS / 100, PAIRS / 2);
  }

  private String version(VersionScheme scheme) {
    String characters = scheme == VersionScheme.DEB ? "0011289.+~abz" : "0011289._+~^abz";
    StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? random.nextInt(3) + ":" : "");
    text.append(random.nextInt(10));
    append(text, characters, random.nextInt(5));
    if (random.nextBoolean()) {
      text.append('-');
      append(text, characters, 1 + random.nextInt(4));
    }
    return text.toString();
  }

  private void append(StringBuilder text, String characters, int count) {
    for (int i = 0; i < count; i++) {
      text.append(characters.charAt(random.nextInt(characters.length())));
    }
  }

  /** Changes one character, but not of the epoch. */
  private String like(String version) {
    StringBuilder text = new StringBuilder(version);
    int from = version.indexOf(':') + 1;
    text.setCharAt(from + random.nextInt(text.length() - from), "019.~a".charAt(random.nextInt(6)));
    return text.toString();
  }

  /** What a version consists of: epoch, version and release or revision. */
  private record Parts(int epoch, String version, String release) {
    static Parts of(String text) {
      int colon = text.indexOf(':');
      String rest = text.substring(colon + 1);
      int hyphen = rest.lastIndexOf('-');
      return new Parts(
          colon < 0 ? 0 : Integer.parseInt(text.substring(0, colon)),
          hyphen < 0 ? rest : rest.substring(0, hyphen),
          hyphen < 0 ? "0" : rest.substring(hyphen + 1));
    }
  }

  private static int deb(String one, String other) {
    Parts a = Parts.of(one);
    Parts b = Parts.of(other);
    int order = Integer.compare(a.epoch(), b.epoch());
    order = order == 0 ? verrevcmp(a.version(), b.version()) : order;
    return Integer.signum(order == 0 ? verrevcmp(a.release(), b.release()) : order);
  }

  private static int rpm(String one, String other) {
    Parts a = Parts.of(one);
    Parts b = Parts.of(other);
    int order = Integer.compare(a.epoch(), b.epoch());
    order = order == 0 ? rpmvercmp(a.version(), b.version()) : order;
    return Integer.signum(order == 0 ? rpmvercmp(a.release(), b.release()) : order);
  }

  private static char at(String text, int index) {
    return index < text.length() ? text.charAt(index) : '\0';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  /** The algorithm of Debian's policy, 5.6.12, step by step. */
  private static int verrevcmp(String a, String b) {
    int i = 0;
    int j = 0;
    while (i < a.length() || j < b.length()) {
      while ((at(a, i) != 0 && !isDigit(at(a, i))) || (at(b, j) != 0 && !isDigit(at(b, j)))) {
        int order = weight(at(a, i)) - weight(at(b, j));
        if (order != 0) {
          return order;
        }
        i++;
        j++;
      }
      int from = i;
      int begin = j;
      while (isDigit(at(a, i))) {
        i++;
      }
      while (isDigit(at(b, j))) {
        j++;
      }
      int order = Long.compare(number(a.substring(from, i)), number(b.substring(begin, j)));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static long number(String digits) {
    return digits.isEmpty() ? 0 : Long.parseLong(digits);
  }

  private static int weight(char c) {
    if (c == '~') {
      return -1;
    }
    return c == 0 || isDigit(c) ? 0 : isLetter(c) ? c : c + 256;
  }

  /** The algorithm of RPM, step by step. */
  private static int rpmvercmp(String a, String b) {
    int i = 0;
    int j = 0;
    while (i < a.length() || j < b.length()) {
      while (isSeparator(at(a, i))) {
        i++;
      }
      while (isSeparator(at(b, j))) {
        j++;
      }
      char one = at(a, i);
      char other = at(b, j);
      if (one == '~' || other == '~') {
        if (one != other) {
          return one == '~' ? -1 : 1;
        }
        i++;
        j++;
        continue;
      }
      if (one == '^' || other == '^') {
        if (one != other) {
          return one == 0 ? -1 : other == 0 ? 1 : one == '^' ? -1 : 1;
        }
        i++;
        j++;
        continue;
      }
      if (one == 0 || other == 0) {
        break;
      }
      boolean isNumber = isDigit(one);
      int from = i;
      int begin = j;
      while (isNumber ? isDigit(at(a, i)) : isLetter(at(a, i))) {
        i++;
      }
      while (isNumber ? isDigit(at(b, j)) : isLetter(at(b, j))) {
        j++;
      }
      if (begin == j) {
        return isNumber ? 1 : -1;
      }
      String segment = a.substring(from, i);
      String opposite = b.substring(begin, j);
      int order =
          isNumber ? Long.compare(number(segment), number(opposite)) : segment.compareTo(opposite);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(at(a, i) == 0 ? 0 : 1, at(b, j) == 0 ? 0 : 1);
  }

  private static boolean isSeparator(char c) {
    return c != 0 && !isDigit(c) && !isLetter(c) && c != '~' && c != '^';
  }
}
