package local.platform.foundation.validation;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;
import java.util.regex.MatchResult;
import local.platform.foundation.error.FieldViolations;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression in the syntax of RE2, for claim matches. It matches only whole values, in
 * time linear in the length of the value.
 */
public final class FullMatchPattern {
  /** Maximum length of a pattern, in UTF-16 code units. */
  public static final int MAX_LENGTH = 1_024;

  /**
   * Maximum number of instructions of a compiled pattern. Matching takes up to this many steps per
   * character; a value is a claim and therefore shorter than a token.
   */
  static final int MAX_INSTRUCTIONS = 2_500;

  /**
   * Largest {@linkplain #expansion expansion} of a pattern that is compiled. RE2J, unlike RE2 in
   * C++ and Go, does not limit nested repetitions: {@code (((a{100}){100}){100}){100}} exhausts the
   * memory. The limit is higher than {@link #MAX_INSTRUCTIONS}, because the estimate is coarse; a
   * pattern of that size compiles within milliseconds.
   */
  static final int MAX_EXPANSION = 10_000;

  /** Larger than any repetition count that RE2J accepts. */
  private static final int MAX_COUNT = 1_001;

  /**
   * The tokens that matter for the size: counted repetitions, and the escapes and quotations in
   * which a brace is not one.
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
   * Compiles a pattern that was validated before.
   *
   * @return empty if it is too long, too large or invalid
   */
  public static Optional<FullMatchPattern> compile(String text) {
    return text.length() <= MAX_LENGTH && expansion(text) <= MAX_EXPANSION
        ? compiled(text)
        : Optional.empty();
  }

  /**
   * Compiles a pattern of a request. Adds a violation if it has more than 1,024 characters, if
   * repetitions make it too large, or if it is not valid in RE2.
   *
   * @return empty if a violation was added
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

  /** Returns whether the pattern matches the whole value. */
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
      // The parser of RE2J recurses for each level of parentheses.
      return Optional.empty();
    }
  }

  /**
   * Estimates, never much too low, how many characters a pattern has when its counted repetitions
   * are written out: counts that follow a single character are added; those that may follow
   * something larger multiply everything. This does not parse the pattern, so that it cannot
   * disagree with the parser of RE2J.
   */
  static long expansion(String text) {
    long sum = text.length();
    long product = 1;
    int end = 0; // of the last token
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
   * Returns whether a count may apply to more than a single character: a group ends with a
   * parenthesis, and after an empty quotation or another repetition the count may apply to a group
   * before them.
   */
  private static boolean mayRepeatMuch(String text, int at, boolean afterQuotation) {
    return at > 0 && (afterQuotation || ")}*+?".indexOf(text.charAt(at - 1)) >= 0);
  }

  /** Returns how often a token repeats what precedes it; empty if it is not a repetition. */
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
