package local.platform.foundation.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import local.platform.foundation.error.ErrorDetail.BadRequest;
import org.junit.jupiter.api.Test;

class FieldViolationsTest {
  private final FieldViolations violations = new FieldViolations();

  @Test
  void nothingThatIsNotedIsNothingWrong() {
    violations.throwIfAny();
  }

  @Test
  void ofVeryManyTheFirstAreToldAndHowManyThereAre() {
    for (int i = 0; i < 200_000; i++) {
      violations.add("field" + i, "is wrong");
    }

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(violations::throwIfAny)
        .satisfies(
            e -> {
              BadRequest detail = (BadRequest) e.details().get(0);
              assertThat(detail.violations()).hasSize(FieldViolations.MAX_VIOLATIONS);
              assertThat(detail.violations().get(0).field()).isEqualTo("field0");
              assertThat(detail.total()).isEqualTo(200_000);
              assertThat(e.metadata()).containsEntry("totalViolations", "200000");
              assertThat(e)
                  .hasMessageStartingWith(
                      "Invalid argument: there are 200000 violations, of which these are the first: field0: is wrong; field1: is wrong;");
            });
  }

  @Test
  void ifAllAreToldTheyAreNotCounted() {
    for (int i = 0; i < FieldViolations.MAX_VIOLATIONS; i++) {
      violations.add("field" + i, "is wrong");
    }

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(violations::throwIfAny)
        .withMessageStartingWith("Invalid argument: field0: is wrong;")
        .satisfies(e -> assertThat(e.metadata()).containsOnlyKeys("fields"));
  }

  @Test
  void whatDoesNotMatterIsNotCounted() {
    FieldViolations some = new FieldViolations("a"::equals);
    for (int i = 0; i < 200; i++) {
      some.add("b", "is wrong");
      some.add("a", "is wrong");
    }

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(some::throwIfAny)
        .withMessageContaining("there are 200 violations");
  }

  @Test
  void aFieldHasTheViolationsThatWereAddedToIt() {
    violations.add("a", "is wrong");

    assertThat(violations.has("a")).isTrue();
    assertThat(violations.has("b")).isFalse();
  }

  @Test
  void theNameOfAFieldIsNotRepeatedAtAnyLength() {
    violations.add("\uD83D\uDE00".repeat(100_000), "is wrong");

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(violations::throwIfAny)
        .satisfies(
            e ->
                assertThat(((BadRequest) e.details().get(0)).violations().get(0).field())
                    .isEqualTo("\uD83D\uDE00".repeat(200) + "…"));
  }
}
