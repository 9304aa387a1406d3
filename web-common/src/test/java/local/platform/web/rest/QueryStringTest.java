package local.platform.web.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.validation.Elements;
import local.platform.web.testing.Violations;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryStringTest {
  @Test
  void noQueryHasNoParameters() {
    assertThat(QueryString.parse(null, Optional::of, new FieldViolations())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&", "&&"})
  void anEmptyQueryHasNoParameters(String query) {
    assertThat(parse(query)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "a=b, a, b",
    "a=, a, ''",
    "a, a, ''",
    "=b, '', b",
    "a=b=c, a, b=c",
    "a==, a, =",
    "&a=b&, a, b",
    "a=b+c, a, b c",
    "a=%20%2B%26%3D, a, ' +&='",
    "%61=%C3%A4%c3%a4, a, ää",
    "a=%F0%9F%98%80, a, 😀",
    "a=%2f/x:y;z?@!$'()*, a, //x:y;z?@!$'()*"
  })
  void aParameterIsDecoded(String query, String name, String value) {
    assertThat(parse(query)).isEqualTo(Map.of(name, List.of(value)));
  }

  @Test
  void aNameKeepsItsValuesInTheirOrder() {
    assertThat(parse("b=2&a=1&b=1&b=2"))
        .isEqualTo(Map.of("a", List.of("1"), "b", List.of("2", "1", "2")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a=%",
        "a=%4",
        "a=%4g",
        "a=%g4",
        "a=%-1",
        "a=% 4",
        "a=%%41",
        "a=%u0041",
        "a=%\uff11\uff11",
        "a=%80",
        "a=%C3",
        "a=%C3%28",
        "a=%C0%80",
        "a=%ED%A0%80",
        "a=%F5%80%80%80",
        "a=ä",
        "a=\0",
        "a=\u007f",
        "a=\t"
      })
  void aValueThatIsNotPercentEncodedUtf8IsNoted(String query) {
    FieldViolations violations = new FieldViolations();

    assertThat(QueryString.parse(query, name -> Optional.of("field " + name), violations))
        .isEmpty();
    assertThat(Violations.of(violations))
        .containsExactly(
            new FieldViolation("field a", "the query is not percent-encoded UTF-8: a"));
  }

  @Test
  void aParameterThatFillsNoFieldIsNotNamedAsOne() {
    FieldViolations violations = new FieldViolations();

    assertThat(QueryString.parse("a_b=%80", name -> Optional.empty(), violations)).isEmpty();
    assertThat(Violations.of(violations))
        .containsExactly(
            new FieldViolation("query", "the query is not percent-encoded UTF-8: a_b"));
  }

  @Test
  void parametersAreLimitedWhileTheyAreRead() {
    FieldViolations violations = new FieldViolations();
    String most = "a=1&".repeat(Elements.MAX);

    assertThat(
            QueryString.parse(most + "&&".repeat(Elements.MAX), Optional::of, violations).get("a"))
        .hasSize(Elements.MAX);
    assertThat(Violations.of(violations)).isEmpty();
    assertThat(QueryString.parse(most + "b=1&c=1", Optional::of, violations)).containsOnlyKeys("a");
    assertThat(Violations.of(violations))
        .containsExactly(new FieldViolation("query", Elements.TOO_MANY));
  }

  @Test
  void aNameThatIsNotPercentEncodedUtf8IsNotedWithoutIt() {
    FieldViolations violations = new FieldViolations();

    assertThat(QueryString.parse("%80=b&a=b", Optional::of, violations)).containsOnlyKeys("a");
    assertThat(Violations.of(violations))
        .containsExactly(new FieldViolation("query", "the query is not percent-encoded UTF-8"));
  }

  @Property
  void whatAClientEncodesIsDecodedAsItWas(@ForAll @NotEmpty String name, @ForAll String value) {
    // A lone surrogate cannot be encoded, and the encoder writes a question mark instead.
    String sentName = new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    String sentValue = new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    String query = encode(sentName) + "=" + encode(sentValue);

    assertThat(parse(query)).isEqualTo(Map.of(sentName, List.of(sentValue)));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static Map<String, List<String>> parse(String query) {
    FieldViolations violations = new FieldViolations();
    Map<String, List<String>> parameters = QueryString.parse(query, Optional::of, violations);
    assertThat(Violations.of(violations)).isEmpty();
    return parameters;
  }
}
