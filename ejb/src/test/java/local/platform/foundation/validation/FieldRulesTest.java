package local.platform.foundation.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import local.platform.foundation.error.ErrorDetail.BadRequest;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldRulesTest {
  private static final String PATTERN = "name must match \"^[a-z0-9 ._-]{1,}$\"";

  static Stream<String> names() {
    return Stream.of("a", " ", "0", "my group", "a.b_c-d", "a".repeat(255));
  }

  static Stream<String> noNames() {
    return Stream.of("", "A", "ä", "a/b", "a\n", "\ta", "a\0", "a\u00a0b", "a".repeat(256) + "A");
  }

  static Stream<String> descriptions() {
    return Stream.of(
        "",
        "Any text: äöü, 漢字, 😀.",
        "one line\nand another\tcolumn",
        "a".repeat(1_024),
        "😀".repeat(1_024));
  }

  @Test
  void aRequiredTextMustBeThere() {
    assertThatCode(() -> check(violations -> FieldRules.required("issuer", " ", violations)))
        .doesNotThrowAnyException();
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> check(violations -> FieldRules.required("issuer", "", violations)))
        .withMessage("Invalid argument: issuer: must not be empty");
  }

  @ParameterizedTest
  @MethodSource("names")
  void aNameOfThePatternPasses(String name) {
    assertThatCode(() -> check(violations -> FieldRules.name("name", name, violations)))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("noNames")
  void aNameOutsideThePatternIsNoted(String name) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> check(violations -> FieldRules.name("name", name, violations)))
        .satisfies(
            e ->
                assertThat(e.details())
                    .containsExactly(
                        new BadRequest(List.of(new FieldViolation("name", PATTERN)), 1)));
  }

  @Property
  void aNameIsWhatThePatternOfTheContractMatches(
      @ForAll @Chars({'a', 'z', '0', '9', ' ', '.', '_', '-', 'A', '\n', '/'}) String name) {
    boolean passes = true;
    try {
      check(violations -> FieldRules.name("name", name, violations));
    } catch (PlatformException e) {
      passes = false;
    }

    assertThat(passes).isEqualTo(name.matches("[a-z0-9 ._-]+") && name.length() <= 255);
  }

  @Test
  void aNameThatIsTooLongIsNoted() {
    assertRefused(
        violations -> FieldRules.name("name", "a".repeat(256), violations),
        "name",
        "name must have at most 255 characters");
  }

  @ParameterizedTest
  @MethodSource("descriptions")
  void aTextPassesAsADescription(String text) {
    assertThatCode(
            () -> check(violations -> FieldRules.description("description", text, violations)))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\0",
        "a\r\n",
        "\u001b[1m",
        "\u007f",
        "\u0085",
        "a\ud800",
        "\udc00\ud800",
        "\udc00"
      })
  void aDescriptionWithAControlCharacterOrHalfACharacterIsNoted(String text) {
    assertRefused(
        violations -> FieldRules.description("description", text, violations),
        "description",
        "description must not contain control characters other than newline and tab");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "😀"})
  void aDescriptionThatIsTooLongIsNoted(String character) {
    assertRefused(
        violations -> FieldRules.description("description", character.repeat(1_025), violations),
        "description",
        "description must have at most 1024 characters");
  }

  @Test
  void everythingThatIsWrongIsNotedUnderTheNameOfItsField() {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(
            () ->
                check(
                    violations -> {
                      FieldRules.name("title", "", violations);
                      FieldRules.description("text", "\0".repeat(1_025), violations);
                    }))
        .satisfies(
            e -> {
              BadRequest details = (BadRequest) e.details().get(0);
              assertThat(details.violations())
                  .extracting(FieldViolation::field)
                  .containsExactly("title", "text", "text");
              assertThat(e.metadata()).containsEntry("fields", "title,text");
            });
  }

  private static void assertRefused(
      Consumer<FieldViolations> rule, String field, String description) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> check(rule))
        .withMessage("Invalid argument: " + field + ": " + description);
  }

  private static void check(Consumer<FieldViolations> rule) {
    FieldViolations violations = new FieldViolations();
    rule.accept(violations);
    violations.throwIfAny();
  }
}
