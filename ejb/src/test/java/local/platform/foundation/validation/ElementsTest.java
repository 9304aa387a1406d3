package local.platform.foundation.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import local.platform.foundation.error.PlatformException;
import org.junit.jupiter.api.Test;

class ElementsTest {
  private final Elements elements = new Elements();

  @Test
  void theFirstOneTooManyIsRefusedOnItsField() {
    elements.add("a", Elements.MAX - 1);
    elements.add("b");

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> elements.add("c.d"))
        .withMessage(
            "Invalid argument: c.d: has too many elements: at most 10000 are allowed in all lists and maps together");
  }

  @Test
  void anyNumberAtOnceIsTooMany() {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> elements.add("a", Integer.MAX_VALUE));
    assertThat(elements.fits()).isFalse();
  }

  @Test
  void partsOfATextAreCountedWhileItIsSplit() {
    assertThat(Elements.split("a", "  b c ", " ")).containsExactly("b", "c");
    assertThat(Elements.split("a", "b ".repeat(Elements.MAX), " ")).hasSize(Elements.MAX);
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> Elements.split("a", "b ".repeat(Elements.MAX + 1), " "))
        .withMessageContaining("a: has too many elements");
  }

  @Test
  void elementsOfADocumentAreCountedWhateverSeparatesThem() {
    assertThat(Elements.areFew("[" + "1,".repeat(Elements.MAX - 1) + "1]")).isTrue();
    assertThat(Elements.areFew("[" + "1,".repeat(Elements.MAX) + "1]")).isFalse();
    assertThat(Elements.areFew("[" + "{}".repeat(Elements.MAX) + "]")).isFalse();
    assertThat(Elements.areFew("['\"'" + ";1".repeat(Elements.MAX) + "]")).isFalse();
    assertThat(Elements.areFew("[".repeat(Elements.MAX + 1))).isFalse();
  }
}
