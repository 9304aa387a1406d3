package local.platform.registry.tag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TagNameFormatTest {
  @ParameterizedTest
  @CsvSource({
    "latest, PLAIN",
    "1.2.3, PLAIN",
    "20240131, PLAIN",
    "1.2-20240131, DATE",
    "x-20991231, DATE",
    "1.2-20241301, PLAIN",
    "1.2-20240132, PLAIN",
    "1.2-20240100, PLAIN",
    "1.2-19991231, PLAIN",
    "1.2-202401310, PLAIN",
    "1.2-20240131-dev, PLAIN",
    "1.2-r0, EPOCH",
    "1.2-r123, EPOCH",
    "1.2-r, PLAIN",
    "1.2-rc1, PLAIN",
    "1.2-R1, PLAIN",
    "1.2-r1-20240131, DATE",
    "1.2-20240131-r1, EPOCH",
    "r1, PLAIN",
    "sha256-, REFERRER",
    "sha256-0123abcd, REFERRER",
    "sha256-0123.sig, REFERRER",
    "SHA256-0123, PLAIN",
    "xsha256-0123, PLAIN",
    "sha512-0123, PLAIN",
    "sha256-0123-20240131, REFERRER_DATE",
    "sha256-20240131, REFERRER_DATE",
    "sha256-0123-r7, REFERRER_EPOCH"
  })
  void aNameHasTheFormatThatItLooksLike(String name, TagNameFormat format) {
    assertThat(TagNameFormat.of(name)).isEqualTo(format);
  }

  /** They are stored. */
  @Test
  void theNumbersStayTheSame() {
    assertThat(Arrays.stream(TagNameFormat.values()).map(TagNameFormat::code))
        .isEqualTo(List.of(0, 1, 2, 4, 5, 6));
  }

  @ParameterizedTest
  @CsvSource({
    "false, false, false, PLAIN",
    "true, false, false, PLAIN REFERRER",
    "false, true, false, PLAIN DATE",
    "false, false, true, PLAIN EPOCH",
    "true, true, false, PLAIN DATE REFERRER REFERRER_DATE",
    "true, false, true, PLAIN EPOCH REFERRER REFERRER_EPOCH",
    "false, true, true, PLAIN DATE EPOCH",
    "true, true, true, PLAIN DATE EPOCH REFERRER REFERRER_DATE REFERRER_EPOCH"
  })
  void whatHasTwoFormatsIsShownIfBothAre(
      boolean referrers, boolean dates, boolean epochs, String shown) {
    TagNameFilter filter = new TagNameFilter(referrers, dates, epochs);

    assertThat(Arrays.stream(TagNameFormat.values()).filter(filter::shows).map(TagNameFormat::name))
        .containsExactly(shown.split(" "));
  }
}
