package local.platform.web.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PercentEncodingTest {
  @Test
  void aPlusSignIsABlankOnlyInQueries() {
    assertThat(PercentEncoding.decode("a+b%2B", true)).contains("a b+");
    assertThat(PercentEncoding.decode("a+b%2B", false)).contains("a+b+");
  }

  @Test
  void octetsAreUtf8() {
    assertThat(PercentEncoding.decode("/%C3%A4%2f%00", false)).contains("/ä/\0");
    assertThat(PercentEncoding.decode("", false)).contains("");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"%", "%4", "a%", "%4g", "%\uff14\uff11", "%C3", "%C0%80", "%ED%A0%80", "ä", " "})
  void anythingElseIsNotGuessedAt(String text) {
    assertThat(PercentEncoding.decode(text, false)).isEmpty();
  }
}
