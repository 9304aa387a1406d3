package local.platform.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ContainerIT} compares the same with what the application server reads. */
class ProcessPropertiesTest {
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "host",
          "h.example",
          "which",
          "host",
          "empty",
          "",
          "loop",
          "x${loop}",
          "db.x-y",
          "property");

  private final ProcessProperties properties =
      new ProcessProperties(
          PROPERTIES,
          Map.of(
              "A_B", "mapped", "c_d", "as it is", "EMPTY", "from the environment", "DB_X_Y", "no"));

  @ParameterizedTest
  @CsvSource({"A_B,mapped", "a.b,mapped", "a-b,mapped", "c/d,as it is", "db.x-y,property"})
  void variablesAreFoundByTheirThreeNamesAfterProperties(String name, String value) {
    assertThat(properties.value(name)).contains(value);
  }

  @Test
  void anEmptyValueIsNone() {
    assertThat(properties.value("empty")).contains("from the environment");
    assertThat(new ProcessProperties(PROPERTIES, Map.of("EMPTY", "")).value("empty")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\u0001',
      delimiter = ' ',
      value = {
        "${host} h.example",
        "https://${host}:1/${which} https://h.example:1/host",
        "${none:https://other} https://other",
        "${none:${host}} h.example",
        "${${which}} h.example",
        "a${none}b ab",
        "\\${host} ${host}",
        "a\\b a\\b",
        "pa$word pa$word",
        "pa}s{s pa}s{s"
      })
  void expressionsAreExpanded(String value, String expanded) {
    assertThat(expand(value)).isEqualTo(expanded);
  }

  @ParameterizedTest
  @ValueSource(strings = {"${none}", "${none:}", "${none}after", "${loop}", "${"})
  void aTextThatCannotBeExpandedIsNone(String value) {
    assertThat(new ProcessProperties(Map.of("it", value, "loop", "${it}"), Map.of()).value("it"))
        .isEmpty();
  }

  private static String expand(String value) {
    return new ProcessProperties(
            Map.of("it", value, "host", "h.example", "which", "host"), Map.of())
        .value("it")
        .orElse("");
  }
}
