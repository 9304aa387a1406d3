package local.platform.registry.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DocumentNamesTest {
  /** As {@code unicode.SimpleFold} of Go has them, beside the letters of ASCII. */
  @Test
  void twoOtherLettersFoldToOnesOfAscii() {
    for (char known : "abcdefghijklmnopqrstuvwxyz.019_".toCharArray()) {
      String expected =
          switch (known) {
            case 's' -> "Ss\u017f";
            case 'k' -> "Kk\u212a";
            case '.', '0', '1', '9', '_' -> String.valueOf(known);
            default -> "" + Character.toUpperCase(known) + known;
          };

      assertThat(
              IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                  .mapToObj(Character::toString)
                  .filter(text -> DocumentNames.areEqualWhenFolded(text, String.valueOf(known)))
                  .collect(Collectors.joining()))
          .isEqualTo(expected);
    }
  }

  @Test
  void everyLetterCounts() {
    assertThat(DocumentNames.areEqualWhenFolded("\u212a\u017fK", "ksk")).isTrue();
    assertThat(DocumentNames.areEqualWhenFolded("ks", "ksk")).isFalse();
    assertThat(DocumentNames.areEqualWhenFolded("ksks", "ksk")).isFalse();
    assertThat(DocumentNames.areEqualWhenFolded("kst", "ksk")).isFalse();
  }

  /** The comparison is only right for these. */
  @Test
  void allNamesAreOfAscii() {
    assertThat(
            Stream.of(
                    DocumentNames.MANIFEST,
                    DocumentNames.DESCRIPTOR,
                    DocumentNames.PLATFORM,
                    DocumentNames.CONFIG,
                    DocumentNames.CONTAINER,
                    DocumentNames.ROOT_FILE_SYSTEM,
                    DocumentNames.HISTORY)
                .flatMap(List::stream))
        .allMatch(name -> name.matches("[A-Za-z._]+"));
  }
}
