package local.platform.foundation.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.time.Duration;
import java.util.List;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FullMatchPatternTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      textBlock =
          """
          abc                   ; abc       ; true
          abc                   ; xabc      ; false
          abc                   ; abcx      ; false
          abc                   ; Abc       ; false
          a|ab                  ; ab        ; true
          a|b                   ; ab        ; false
          ^a|b$                 ; ab        ; false
          ^abc$                 ; abc       ; true
          .*                    ; `a\tb`    ; true
          repo:org/.+           ; repo:org/ ; false
          (?i)abc               ; ABC       ; true
          [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} ; 01234567-89ab-cdef-0123-456789abcdef ; true
          ([a-z0-9]{1,63}\\.){1,8}test ; a.b.test ; true
          """)
  void aValueIsMatchedAsAWhole(String pattern, String value, boolean matches) {
    assertThat(FullMatchPattern.compile(pattern).orElseThrow().matches(value)).isEqualTo(matches);
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc\n", "\nabc", "abc\nabc", "abc\r", "x\nabc\nx"})
  void aLineIsNotTheWhole(String value) {
    for (String pattern : List.of("abc", "^abc$", "(?m)^abc$", "(?m:^)abc(?m:$)")) {
      assertThat(FullMatchPattern.compile(pattern).orElseThrow().matches(value)).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"(", "[", "a**", "(?=a)", "(?<!a)b", "(a)\\1", "a{2,1}", "a{1001}", "\\", "(?>a)"})
  void whatIsNoPatternIsRefused(String pattern) {
    assertThat(violation(pattern))
        .isEqualTo(
            "subjectPattern must be a regular expression in the syntax of RE2, without very large repetitions");
  }

  @Test
  void aPatternHasAtMost1024Characters() {
    assertThat(FullMatchPattern.compile("a".repeat(1_024))).isPresent();
    assertThat(FullMatchPattern.compile("a".repeat(1_025))).isEmpty();
    assertThat(violation("a".repeat(1_025)))
        .isEqualTo("subjectPattern must have at most 1024 characters");
  }

  /** Compiling any of these with RE2J would need gigabytes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "(((a{100}){100}){100}){100}",
        "((((((((((x{9}){9}){9}){9}){9}){9}){9}){9}){9}){9})",
        "(((((x{999,}){999,}){999,}){999,}){999,}){999,}",
        "((a{1000})(?i){1000})(?s){1000}",
        "((a{1000})\\Q\\E{1000})\\Q\\E{1000}",
        "((a{1000})\\Q\\E\\Q\\E{1000})\\Q\\E\\Q\\E{1000}",
        "(\\Q)\\E(a{1000}){1000}){1000}",
        "([)](a{1000}){1000}){1000}",
        "(\\\\(a{1000}){1000}){1000}",
        "(?:(?:(?:.{0,1000}){0,1000}){0,1000}){0,1000}",
        "(((|){1000}){1000}){1000}"
      })
  void repetitionsThatMultiplyAreRefusedAtOnce(String pattern) {
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(5),
        () ->
            assertThat(violation(pattern))
                .isEqualTo(
                    "subjectPattern repeats too much: lower the counts in braces, which multiply where they are nested"));
  }

  @Test
  void aPatternThatIsLargeWhenCompiledIsRefused() {
    assertThat(FullMatchPattern.compile("(.{1,60}){40}")).isEmpty();
  }

  /** Patterns of the greatest length that are expensive in other ways. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a*",
        "(a|b|)",
        "(?i)\\pL",
        "[\\PN\\pN]",
        "(?:a?)",
        "(",
        "(?:",
        "(x|",
        "[^a]",
        "\\p{Greek}",
        "(a*)*",
        ".*",
        "(?i:k)",
        "()",
        "|",
        "(|)",
        "(a|"
      })
  void noPatternTakesLong(String part) {
    String open = part.repeat(FullMatchPattern.MAX_LENGTH / 2 / part.length());
    long groups = open.chars().filter(c -> c == '(').count();
    long closed = open.chars().filter(c -> c == ')').count();
    String pattern = open + ")".repeat((int) (groups - closed));

    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () ->
            FullMatchPattern.compile(pattern)
                .ifPresent(compiled -> compiled.matches("a".repeat(8_192) + "!")));
  }

  /** The estimate is about as large as what is compiled, or larger. */
  @Property(tries = 2_000)
  void theEstimateIsNeverMuchTooSmall(@ForAll("patterns") String pattern) {
    Assume.that(FullMatchPattern.expansion(pattern) <= FullMatchPattern.MAX_EXPANSION);
    int size;
    try {
      size = Pattern.compile(pattern).programSize();
    } catch (PatternSyntaxException e) {
      return;
    }
    assertThat(size).isLessThanOrEqualTo(4 * (int) FullMatchPattern.expansion(pattern) + 20);
  }

  @Provide
  Arbitrary<String> patterns() {
    return Arbitraries.of(
            "(",
            ")",
            "(?:",
            "(?i)",
            "(?i:",
            "(?P<n>",
            "{9}",
            "{30}",
            "{2,30}",
            "{9,}",
            "{0}",
            "{,9}",
            "{x}",
            "{",
            "}",
            "*",
            "+",
            "?",
            "|",
            "[",
            "]",
            "[^",
            "[a]",
            "[)]",
            "[{9}]",
            "a",
            "x",
            "\\",
            "\\\\",
            "\\Q",
            "\\E",
            "\\Q)\\E",
            "\\x{41}",
            "\\x",
            "\\pL",
            "\\p{Greek}",
            "\\(",
            "\\)",
            "\\b",
            "^",
            "$",
            ".",
            "()",
            "(a{30})",
            "(a{30}){9}",
            ")")
        .list()
        .ofMaxSize(14)
        .map(parts -> String.join("", parts));
  }

  private static String violation(String pattern) {
    FieldViolations violations = new FieldViolations();
    assertThat(FullMatchPattern.compile("subjectPattern", pattern, violations)).isEmpty();
    assertThat(FullMatchPattern.compile(pattern)).isEmpty();
    PlatformException refusal =
        catchThrowableOfType(PlatformException.class, violations::throwIfAny);
    return refusal.getMessage().replaceFirst(".*?: subjectPattern: ", "");
  }
}
