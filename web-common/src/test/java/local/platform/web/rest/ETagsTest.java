package local.platform.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import local.platform.foundation.resource.VersionCondition.Versions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ETagsTest {
  @Test
  void aTagIsStrongAndQuoted() {
    assertThat(ETags.of(0, "")).isEqualTo("\"0\"");
    assertThat(ETags.of(12, "")).isEqualTo("\"12\"");
    assertThat(ETags.of(12, "a")).isEqualTo("\"12-ca978112ca1bbdca\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "7-ca978112ca1bbdca"      | true
          W/"7-ca978112ca1bbdca"    | true
          "6","7-ca978112ca1bbdca"  | true
          *                         | true
          "7"                       | false
          "6-ca978112ca1bbdca"      | false
          "7-ca978112ca1bbdcb"      | false
          """)
  void whoReadsNamesWhatIsShownBesides(String header, boolean named) {
    assertThat(ETags.isNamed(header, ETags.of(7, "a"))).isEqualTo(named);
    assertThat(ETags.isNamed(null, ETags.of(7, "a"))).isFalse();
  }

  @Test
  void withoutIfMatchAnyVersionWillDo() {
    assertThat(ETags.ifMatch(null)).isEqualTo(Versions.ALL);
    assertThat(ETags.ifMatch("*")).isEqualTo(Versions.ALL);
    assertThat(ETags.ifMatch(" * ")).isEqualTo(Versions.ALL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "7"                | 7
          "7","8"            | 7,8
           "7" ,, "8" ,      | 7,8
          ,"7"               | 7
          "7","7"            | 7
          "7","other"        | 7
          "7-ca978112ca1bbdca" | 7
          "7-a"              | ''
          W/"7"              | ''
          W/"7","8"          | 8
          ""                 | ''
          "other"            | ''
          "-7"               | ''
          "7.0"              | ''
          "07"               | ''
          "99999999999999999999" | ''
          "a,b"              | ''
          """)
  void ifMatchRequiresTheStrongTagsOfOurs(String header, String versions) {
    Set<Long> expected =
        Arrays.stream(versions.split(",", -1))
            .filter(version -> !version.isEmpty())
            .map(Long::valueOf)
            .collect(Collectors.toSet());

    assertThat(ETags.ifMatch(header)).isEqualTo(Versions.of(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "7"                | true
          W/"7"              | true
          "6", "7"           | true
          *                  | true
          "8"                | false
          "07"               | false
          "other"            | false
          """)
  void ifNoneMatchComparesWeakly(String header, boolean named) {
    assertThat(ETags.ifNoneMatch(header).include(OptionalLong.of(7))).isEqualTo(named);
  }

  @Test
  void withoutIfNoneMatchNothingIsNamed() {
    assertThat(ETags.ifNoneMatch(null)).isEqualTo(Versions.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ",",
        "7",
        "'7'",
        "\"7",
        "7\"",
        "\"7\" \"",
        "\"7\"x",
        "x\"7\"",
        "w/\"7\"",
        "W / \"7\"",
        "\"7\", *",
        "*, \"7\"",
        "\"7\";\"8\"",
        "\" 7\"",
        "\"\u0001\""
      })
  void aHeaderThatIsNoListOfTagsIsABadRequest(String header) {
    assertBadRequest(header);
    assertThatExceptionOfType(HttpFailure.class)
        .isThrownBy(() -> ETags.ifNoneMatch(header))
        .withMessageContaining("If-None-Match");
  }

  private static void assertBadRequest(String header) {
    assertThatExceptionOfType(HttpFailure.class)
        .isThrownBy(() -> ETags.ifMatch(header))
        .satisfies(
            e -> {
              assertThat(e.status()).isEqualTo(400);
              assertThat(e.error().reason()).isEqualTo("BAD_REQUEST");
              assertThat(e).hasMessageContaining("If-Match");
            });
  }
}
