package local.platform.validation;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;
import java.util.regex.MatchResult;
import local.platform.error.FieldViolations;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression of a claim match, in the syntax of RE2. It matches a value as a whole, never
 * a part of it, and in time linear in the length of the value.
 */
public final class FullMatchPattern {
  /** Longest pattern, in characters (UTF-16 code units). */
  public static final int MAX_LENGTH = 1_024;

  /**
   * Most instructions of a compiled pattern. Matching takes up to this many steps for each
   * character; a value is a claim and therefore shorter than a token.
   */
  static final int MAX_INSTRUCTIONS = 2_500;

  /**
   * Largest {@linkplain #expansion expansion} that is given to the compiler. RE2J, unlike RE2 in
   * C++ and Go, does not limit nested repetitions: {@code (((a{100}){100}){100}){100}} exhausts the
   * memory. The number is above {@link #MAX_INSTRUCTIONS}, because the estimate is coarse, and is
   * compiled within milliseconds.
   */
  static final int MAX_EXPANSION = 10_000;

  /** What RE2J accepts at most in braces; a larger number is an error to it. */
  private static final int MAX_COUNT = 1_001;

  /**
   * What matters for the size, from left to right: escapes and quotations, of which no brace
   * counts, and counted repetitions.
   */
  private static final java.util.regex.Pattern TOKENS =
      java.util.regex.Pattern.compile(
          "\\\\Q(?:[^\\\\]|\\\\(?!E))*+(?:\\\\E)?"
              + "|\\\\[xpP]\\{[^}]*+\\}"
              + "|\\\\."
              + "|\\{(?<least>[0-9]++)(?:,(?<most>[0-9]*+))?\\}",
          java.util.regex.Pattern.DOTALL);

  private final Pattern pattern;

  private FullMatchPattern(Pattern pattern) {
    this.pattern = pattern;
  }

  /**
   * Compiles a pattern that was checked before.
   *
   * @return empty if it is too long, too large or no pattern
   */
  public static Optional<FullMatchPattern> compile(String text) {
    return text.length() <= MAX_LENGTH && expansion(text) <= MAX_EXPANSION
        ? compiled(text)
        : Optional.empty();
  }

  /**
   * Compiles a pattern of a request. Notes what is wrong with it: more than 1,024 characters,
   * repetitions that make it too large, or no pattern of RE2.
   *
   * @return empty if something is wrong
   */
  public static Optional<FullMatchPattern> compile(
      String field, String text, FieldViolations violations) {
    if (text.length() > MAX_LENGTH) {
      violations.add(field, field + " must have at most " + MAX_LENGTH + " characters");
      return Optional.empty();
    }
    if (expansion(text) > MAX_EXPANSION) {
      violations.add(
          field,
          field
              + " repeats too much: lower the counts in braces, which multiply where they are nested");
      return Optional.empty();
    }
    Optional<FullMatchPattern> compiled = compiled(text);
    if (compiled.isEmpty()) {
      violations.add(
          field,
          field
              + " must be a regular expression in the syntax of RE2, without very large repetitions");
    }
    return compiled;
  }

  /** Whether the whole value is matched. */
  public boolean matches(String value) {
    return pattern.matches(value);
  }

  private static Optional<FullMatchPattern> compiled(String text) {
    try {
      Pattern pattern = Pattern.compile(text);
      return pattern.programSize() <= MAX_INSTRUCTIONS
          ? Optional.of(new FullMatchPattern(pattern))
          : Optional.empty();
    } catch (PatternSyntaxException | StackOverflowError e) {
      // The parser of RE2J calls itself for each level of parentheses.
      return Optional.empty();
    }
  }

  /**
   * About how many characters a pattern has when its counted repetitions are written out, and never
   * much fewer: counts that follow a single character add up; those that may follow something
   * larger multiply everything. No parser of patterns, so that it cannot differ from RE2J's where
   * that would matter.
   */
  static long expansion(String text) {
    long sum = text.length();
    long product = 1;
    int end = 0; // of what came last
    boolean afterQuotation = false;
    for (MatchResult token : (Iterable<MatchResult>) TOKENS.matcher(text).results()::iterator) {
      Optional<Integer> count = count(token);
      if (count.isEmpty()) {
        afterQuotation = token.group().startsWith("\\Q");
      } else if (mayRepeatMuch(text, token.start(), afterQuotation && token.start() == end)) {
        product *= Math.max(1, count.get());
      } else {
        sum += 2L * count.get();
      }
      end = token.end();
      if (sum * product > MAX_EXPANSION) {
        return MAX_EXPANSION + 1L;
      }
    }
    return sum * product;
  }

  /**
   * A group ends with a parenthesis. An empty quotation, and a repetition that follows another one,
   * would let the count apply to a group before them.
   */
  private static boolean mayRepeatMuch(String text, int at, boolean afterQuotation) {
    return at > 0 && (afterQuotation || ")}*+?".indexOf(text.charAt(at - 1)) >= 0);
  }

  /** How often a token repeats what is before it; empty if it is no repetition. */
  private static Optional<Integer> count(MatchResult token) {
    @Nullable String least = token.group(1);
    if (least == null) {
      return Optional.empty();
    }
    @Nullable String most = token.group(2);
    return Optional.of(Math.max(number(least), most == null ? 0 : number(most)));
  }

  private static int number(String digits) {
    if (digits.isEmpty()) {
      return 0;
    }
    return digits.length() > 4 ? MAX_COUNT : Math.min(MAX_COUNT, Integer.parseInt(digits));
  }
}
