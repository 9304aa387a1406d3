package local.platform.foundation.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {
  private static String nested(int depth) {
    return "{\"a\":" + "[".repeat(depth - 1) + "]".repeat(depth - 1) + "}";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{} {}",
        "{}x",
        "{\"a\":1,\"b\":2,\"a\":1}",
        "{\"a\":[{\"b\":1,\"\\u0062\":1}]}",
        "{'a':1}",
        "{\"a\":1,}",
        "{\"a\":01}",
        "\uFEFF{}"
      })
  void onlyOneObjectWithDistinctNamesIsRead(String text) {
    assertThatThrownBy(() -> StrictJson.readStored(text)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theDepthIsLimitedAndTheLengthIsNot() {
    String many = "1".repeat(100_000);

    assertThat(StrictJson.readStored(nested(StrictJson.MAX_DEPTH)).has("a")).isTrue();
    assertThatThrownBy(() -> StrictJson.readStored(nested(StrictJson.MAX_DEPTH + 1)))
        .isInstanceOf(IllegalStateException.class);
    assertThat(StrictJson.readStored("{\"%s\":[%s,\"%s\"]}".formatted(many, many, many)).get(many))
        .hasSize(2);
  }

  /** Types could be named as a member, or as the first element of a list. */
  @Test
  void typesAreOnlyText() {
    String typed = "{\"@class\":\"java.util.Date\",\"a\":[\"java.util.Date\",1]}";

    assertThat(StrictJson.write(StrictJson.readStored(typed))).isEqualTo(typed);
  }

  @Test
  void onlyWhatMustBeEscapedIs() {
    assertThat(
            StrictJson.write(
                Map.of(
                    "ä\"",
                    List.of("\b\t\n\f\r\u0000\u001f\\", "/<\u007f\u2028\uD83D\uDE00\uD83D", 1))))
        .isEqualTo(
            "{\"ä\\\"\":[\"\\b\\t\\n\\f\\r\\u0000\\u001f\\\\\",\"/<\u007f\u2028\uD83D\uDE00\uD83D\",1]}");
  }
}
