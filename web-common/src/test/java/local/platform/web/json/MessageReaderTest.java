package local.platform.web.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.Message;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.validation.Elements;
import local.platform.proto.testing.Chain;
import local.platform.proto.testing.Color;
import local.platform.proto.testing.Everything;
import local.platform.proto.testing.Inner;
import local.platform.proto.testing.Middle;
import local.platform.proto.testing.UpdateThingRequest;
import local.platform.web.testing.Violations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageReaderTest {
  // Elements

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"texts":[%s]}                     | ""    | texts
          {"numbers":[%s]}                   | 0     | numbers
          {"colors":[%s]}                    | 7     | colors
          {"middles":[%s]}                   | {}    | middles
          {"times":[%s]}                     | null  | times
          {"labels":{%s}}                    | "":"" | labels
          {"middleByName":{%s}}              | "":{} | middleByName
          {"middle":{"inners":[%s]}}         | {}    | middle.inners
          {"middles":[{"inners":[%s]}]}      | {}    | middles[0].inners
          {"middleByName":{"a":{"inners":[%s]}}} | {} | middleByName.a.inners
          """)
  void elementsAreLimitedWhileTheyAreRead(String json, String element, String path) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> violations(json.formatted(repeated(element, Elements.MAX + 1))))
        .withMessage("Invalid argument: %s: %s", path, Elements.TOO_MANY);
  }

  @Test
  void elementsAreLimitedInAllFieldsTogether() {
    int half = Elements.MAX / 2;
    String json = "{\"texts\":[%s],\"middles\":[{\"inners\":[%s]}]}";

    Everything most = read(json.formatted(repeated("\"\"", half), repeated("{}", half - 1)));

    assertThat(most.getTextsCount() + most.getMiddles(0).getInnersCount())
        .isEqualTo(Elements.MAX - 1);
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> read(json.formatted(repeated("\"\"", half), repeated("{}", half))))
        .withMessageStartingWith("Invalid argument: middles[0].inners: ");
  }

  @Test
  void whatIsIgnoredHasAnyNumberOfElements() {
    String json = "{\"id\":[%s],\"int32Value\":7}".formatted(repeated("{}", 3 * Elements.MAX));

    assertThat(violationsWithoutUnknown(json)).isEmpty();
  }

  @Test
  void pathsOfAMaskAreLimited() {
    String json = "{\"updateMask\":\"" + "a,".repeat(Elements.MAX + 1) + "\"}";

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> violations(json, UpdateThingRequest.newBuilder()))
        .withMessage("Invalid argument: updateMask: " + Elements.TOO_MANY);
  }

  private static String repeated(String element, int times) {
    return String.join(",", Collections.nCopies(times, element));
  }

  // Names

  @ParameterizedTest
  @ValueSource(strings = {"int32Value", "int32_value"})
  void bothSpellingsOfAFieldAreRead(String name) {
    assertThat(read("{\"" + name + "\":7}")).isEqualTo(number(7));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"id":1}                                   | id
          {"Int32Value":1}                           | Int32Value
          {"int32value":1}                           | int32value
          {"":1}                                     | ''
          {"choice":{}}                              | choice
          {"middle":{"inner":{"size":1}}}            | middle.inner.size
          {"middles":[{},{"size":1}]}                | middles[1].size
          {"middleByName":{"x":{"size":[{"a":1}]}}}  | middleByName.x.size
          """)
  void anUnknownFieldIsNotedByItsPath(String json, String path) {
    assertThat(violations(json)).containsExactly(new FieldViolation(path, "unknown field"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":1}",
        "{\"id\":{\"a\":[{\"b\":null}]}}",
        "{\"middle\":{\"inner\":{\"size\":1}}}",
        "{\"middles\":[{\"size\":1}],\"middleByName\":{\"x\":{\"y\":1}}}"
      })
  void unknownFieldsAreIgnoredWhereThatIsAskedFor(String json) {
    assertThat(violationsWithoutUnknown(json)).isEmpty();
  }

  @Test
  void whereUnknownFieldsAreIgnoredTheKnownOnesMustStillFit() {
    assertThat(
            violationsWithoutUnknown(
                "{\"x\":1,\"boolValue\":1,\"middles\":[{\"x\":1,\"name\":1}],\"textValue\":\"a\",\"textValue\":\"a\"}"))
        .extracting(FieldViolation::field)
        .containsExactly("boolValue", "middles[0].name", "textValue");
  }

  private static List<FieldViolation> violationsWithoutUnknown(String json) {
    return Violations.of(
        noted ->
            ProtoJson.read(
                json.getBytes(UTF_8), Everything.newBuilder(), UnknownFields.IGNORED, noted));
  }

  // Lists

  @Test
  void aListIsReadIntoARepeatedField() {
    Everything.Builder message = Everything.newBuilder();

    assertThat(readList("[{\"name\":\"a\"},{}]", "middles", message)).isEmpty();
    assertThat(readList("[\"1\",2]", "numbers", message)).isEmpty();
    assertThat(readList("", "texts", message)).isEmpty();
    assertThat(message.build())
        .isEqualTo(
            Everything.newBuilder()
                .addMiddles(Middle.newBuilder().setName("a"))
                .addMiddles(Middle.getDefaultInstance())
                .addNumbers(1)
                .addNumbers(2)
                .build());
  }

  @Test
  void whatIsWrongInAListAloneIsNotedByItsPath() {
    assertThat(readList("[{},{\"size\":1},2]", "middles", Everything.newBuilder()))
        .containsExactly(
            new FieldViolation("middles[1].size", "unknown field"),
            new FieldViolation("middles[2]", "must be an object"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}    | the body must be a JSON list
          null  | the body must be a JSON list
          []{}  | the body must be one JSON list and nothing more
          [     | the body is not valid JSON, or nested too deeply at line 1, column 2
          """)
  void whatIsNoListIsRefused(String json, String text) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> readList(json, "texts", Everything.newBuilder()))
        .withMessage("Invalid argument: body: " + text);
  }

  private static List<FieldViolation> readList(
      String json, String field, Everything.Builder message) {
    return Violations.of(
        noted ->
            ProtoJson.readList(
                json.getBytes(UTF_8),
                message,
                Everything.getDescriptor().findFieldByName(field),
                UnknownFields.NOTED,
                noted));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"textValue":"a","textValue":"a"}          | textValue
          {"textValue":"a","text_value":"b"}         | textValue
          {"textValue":null,"text_value":"b"}        | textValue
          {"middle":{"name":"a","name":"b"}}         | middle.name
          {"middle":{},"middle":{}}                  | middle
          {"texts":["a"],"texts":["b"]}              | texts
          """)
  void aFieldThatIsThereTwiceIsNoted(String json, String path) {
    assertThat(violations(json))
        .containsExactly(new FieldViolation(path, "the field is given twice: give it once"));
  }

  @Test
  void aKeyThatIsThereTwiceIsNoted() {
    assertThat(violations("{\"labels\":{\"a\":\"1\",\"a\":\"2\"}}"))
        .containsExactly(new FieldViolation("labels.a", "the key is given twice: give it once"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"chosenText":"a","chosenNumber":1}        | chosenNumber
          {"chosenNumber":1,"chosenInner":{}}        | chosenInner
          {"chosenInner":{},"chosenText":""}         | chosenText
          """)
  void twoMembersOfOneChoiceAreNoted(String json, String path) {
    assertThat(violations(json))
        .containsExactly(new FieldViolation(path, "only one member of choice can be set"));
  }

  @Test
  void aMemberOfAChoiceThatIsNullLeavesTheOther() {
    assertThat(read("{\"chosenText\":null,\"chosenNumber\":1,\"chosenInner\":null}"))
        .isEqualTo(Everything.newBuilder().setChosenNumber(1).build());
  }

  @Test
  void everythingThatIsWrongIsNoted() {
    assertThat(violations("{\"id\":1,\"int32Value\":\"x\",\"middle\":{\"id\":[]},\"labels\":[]}"))
        .extracting(FieldViolation::field)
        .containsExactly("id", "int32Value", "middle.id", "labels");
  }

  // Values

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          int32Value    | -2147483648            | 2147483647            | int32
          sint32Value   | -2147483648            | 2147483647            | sint32
          sfixed32Value | -2147483648            | 2147483647            | sfixed32
          uint32Value   | 0                      | 4294967295            | uint32
          fixed32Value  | 0                      | 4294967295            | fixed32
          int64Value    | -9223372036854775808   | 9223372036854775807   | int64
          sint64Value   | -9223372036854775808   | 9223372036854775807   | sint64
          sfixed64Value | -9223372036854775808   | 9223372036854775807   | sfixed64
          uint64Value   | 0                      | 18446744073709551615  | uint64
          fixed64Value  | 0                      | 18446744073709551615  | fixed64
          """)
  void anIntegerIsReadWithinItsRange(String field, String least, String most, String type) {
    String description = "must be a whole number in the range of " + type;
    BigInteger below = new BigInteger(least).subtract(BigInteger.ONE);
    BigInteger above = new BigInteger(most).add(BigInteger.ONE);

    for (String quote : List.of("", "\"")) {
      assertThat(violations("{\"" + field + "\":" + quote + least + quote + "}")).isEmpty();
      assertThat(violations("{\"" + field + "\":" + quote + most + quote + "}")).isEmpty();
      assertThat(violations("{\"" + field + "\":" + quote + below + quote + "}"))
          .containsExactly(new FieldViolation(field, description));
      assertThat(violations("{\"" + field + "\":" + quote + above + quote + "}"))
          .containsExactly(new FieldViolation(field, description));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "\"7\"", "7.0", "\"7.00\"", "70e-1", "0.7E1", "\"7e0\""})
  void aWholeNumberIsReadHoweverItIsWritten(String json) {
    assertThat(read("{\"int32Value\":" + json + "}")).isEqualTo(number(7));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7.5",
        "\"7.5\"",
        "\"\"",
        "\" 7\"",
        "\"7 \"",
        "\"0x7\"",
        "\"seven\"",
        "true",
        "[7]",
        "{}",
        "1e400",
        "1e999999999",
        "1e-999999999",
        "\"1e2147483647\""
      })
  void whatIsNoWholeNumberIsNoted(String json) {
    assertThat(violations("{\"int32Value\":" + json + "}"))
        .containsExactly(
            new FieldViolation("int32Value", "must be a whole number in the range of int32"));
  }

  @ParameterizedTest
  @CsvSource({
    "int32Value, \u0663",
    "int64Value, 1\u0663",
    "uint64Value, \uff11",
    "doubleValue, 0.\u0969",
    "color, \u0661",
    "duration, \u0663s",
    "time, 203\u0660-01-31T12:00:00Z"
  })
  void digitsOfOtherScriptsAreNoNumbers(String field, String text) {
    assertThat(violations("{\"" + field + "\":\"" + text + "\"}"))
        .extracting(FieldViolation::field)
        .containsExactly(field);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e400", "-1e400", "\"x\"", "true", "\"\""})
  void whatIsNoNumberIsNoted(String json) {
    assertThat(violations("{\"doubleValue\":" + json + "}"))
        .containsExactly(new FieldViolation("doubleValue", "must be a number"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.5e38", "-1e39"})
  void aNumberBeyondTheRangeOfFloatIsNoted(String json) {
    assertThat(violations("{\"floatValue\":" + json + "}"))
        .containsExactly(new FieldViolation("floatValue", "must be a number"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"true\"", "1", "\"\"", "[]"})
  void aFlagIsTrueOrFalseAndNotAText(String json) {
    assertThat(violations("{\"boolValue\":" + json + "}"))
        .containsExactly(new FieldViolation("boolValue", "must be true or false"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "true", "[\"a\"]", "{}"})
  void aTextIsAText(String json) {
    assertThat(violations("{\"textValue\":" + json + "}"))
        .containsExactly(new FieldViolation("textValue", "must be a text of valid Unicode"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\\ud800", "\\udc00", "a\\ud800b", "\\udc00\\ud800", "\\ud83d\\ud83d\\ude00"})
  void halfACharacterIsNoText(String escaped) {
    assertThat(violations("{\"textValue\":\"" + escaped + "\"}"))
        .containsExactly(new FieldViolation("textValue", "must be a text of valid Unicode"));
    assertThat(violations("{\"texts\":[\"" + escaped + "\"]}"))
        .containsExactly(new FieldViolation("texts", "element 0 must be a text of valid Unicode"));
    assertThat(violations("{\"labels\":{\"a\":\"" + escaped + "\"}}"))
        .containsExactly(new FieldViolation("labels.a", "must be a text of valid Unicode"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\u0000", "\\n", "\\ud83d\\ude00", "\\uffff"})
  void anyOtherCharacterIsLeftToTheRulesOfTheField(String escaped) {
    assertThat(violations("{\"textValue\":\"" + escaped + "\"}")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "RED"        | RED
          "GREEN"      | GREEN
          7            | GREEN
          "7"          | GREEN
          7.0          | GREEN
          2147483647   | FAR_AWAY
          0            | COLOR_UNSPECIFIED
          """)
  void anEnumIsReadByNameAndByNumber(String json, Color color) {
    assertThat(read("{\"color\":" + json + "}"))
        .isEqualTo(Everything.newBuilder().setColor(color).build());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"red\"",
        "\"BLUE\"",
        "\"\"",
        "2",
        "1.5",
        "-1",
        "4294967297",
        "1e10",
        "true",
        "{}"
      })
  void whatIsNoMemberOfTheEnumIsNoted(String json) {
    assertThat(violations("{\"color\":" + json + "}"))
        .containsExactly(new FieldViolation("color", "must be one of the names of Color"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"-_8\"", "\"+/8=\"", "\"+/8\"", "\"-_8=\""})
  void bytesAreReadInBothAlphabetsWithAndWithoutPadding(String json) {
    assertThat(read("{\"bytesValue\":" + json + "}").getBytesValue().toByteArray())
        .containsExactly(0xfb, 0xff);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"a\"", "\"-/==\"", "\"a b=\"", "7"})
  void whatIsNoBase64IsNoted(String json) {
    assertThat(violations("{\"bytesValue\":" + json + "}"))
        .containsExactly(new FieldViolation("bytesValue", "must be base64"));
  }

  @ParameterizedTest
  @CsvSource({
    "1970-01-01T00:00:00Z, 0, 0",
    "1970-01-01T00:00:01.5Z, 1, 500000000",
    "1970-01-01T00:00:00.000000001Z, 0, 1",
    "1970-01-01T01:00:00+01:00, 0, 0",
    "1969-12-31T23:59:59.999Z, -1, 999000000",
    "0001-01-01T00:00:00Z, -62135596800, 0",
    "9999-12-31T23:59:59.999999999Z, 253402300799, 999999999"
  })
  void aTimeIsReadWithAnyOffsetAndFraction(String text, long seconds, int nanos) {
    Everything message = read("{\"time\":\"" + text + "\"}");

    assertThat(message.getTime().getSeconds()).isEqualTo(seconds);
    assertThat(message.getTime().getNanos()).isEqualTo(nanos);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "\"2030-01-01\"",
        "\"2030-01-01T00:00:00\"",
        "\"2030-02-30T00:00:00Z\"",
        "\"2030-01-01T24:00:00Z\"",
        "\"2030-01-01T00:00:60Z\"",
        "\"2030-01-01 00:00:00Z\"",
        "\"0000-12-31T23:59:59Z\"",
        "\"+10000-01-01T00:00:00Z\"",
        "\"0001-01-01T00:00:00+00:01\"",
        "\"2030-01-01T00:00:00.1234567890Z\"",
        "\"now\"",
        "0",
        "{\"seconds\":0}"
      })
  void whatIsNoTimeIsNoted(String json) {
    assertThat(violations("{\"time\":" + json + "}"))
        .containsExactly(new FieldViolation("time", "must be a time such as 2030-01-31T12:00:00Z"));
  }

  @ParameterizedTest
  @CsvSource({
    "3600s, 3600, 0",
    "0s, 0, 0",
    "1.5s, 1, 500000000",
    "-1.5s, -1, -500000000",
    "-0.000000001s, 0, -1",
    "0.010s, 0, 10000000",
    "315576000000s, 315576000000, 0",
    "-315576000000s, -315576000000, 0"
  })
  void aDurationIsReadInSeconds(String text, long seconds, int nanos) {
    Everything message = read("{\"duration\":\"" + text + "\"}");

    assertThat(message.getDuration().getSeconds()).isEqualTo(seconds);
    assertThat(message.getDuration().getNanos()).isEqualTo(nanos);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "\"1\"",
        "\"s\"",
        "\"1m\"",
        "\"PT1S\"",
        "\"1s \"",
        "\"+1s\"",
        "\".5s\"",
        "\"1.s\"",
        "\"1e3s\"",
        "\"1.0000000001s\"",
        "\"315576000000.1s\"",
        "\"999999999999s\"",
        "3600",
        "{}"
      })
  void whatIsNoDurationIsNoted(String json) {
    assertThat(violations("{\"duration\":" + json + "}"))
        .containsExactly(new FieldViolation("duration", "must be a duration such as 3600s"));
  }

  @Test
  void aValueInAListThatDoesNotFitIsNotedAtTheListWithItsPlace() {
    assertThat(violations("{\"colors\":[\"RED\",\"BLUE\",7,[1]],\"times\":[\"now\"]}"))
        .containsExactly(
            new FieldViolation("colors", "element 1 must be one of the names of Color"),
            new FieldViolation("colors", "element 3 must be one of the names of Color"),
            new FieldViolation("times", "element 0 must be a time such as 2030-01-31T12:00:00Z"));
    assertThat(read("{\"colors\":[\"GREEN\",\"RED\"]}").getColorsList())
        .containsExactly(Color.GREEN, Color.RED);
  }

  @Test
  void aListIsAListAndAMapAnObject() {
    assertThat(violations("{\"texts\":\"a\",\"labels\":[],\"middle\":[],\"middles\":{}}"))
        .containsExactly(
            new FieldViolation("texts", "must be a list"),
            new FieldViolation("labels", "must be an object"),
            new FieldViolation("middle", "must be an object"),
            new FieldViolation("middles", "must be a list"));
  }

  @Test
  void theKeysOfAMapAreReadByTheirType() {
    assertThat(read("{\"counts\":{\"-7\":1},\"colorByFlag\":{\"true\":\"RED\"}}"))
        .isEqualTo(
            Everything.newBuilder().putCounts(-7, 1).putColorByFlag(true, Color.RED).build());
    assertThat(violations("{\"counts\":{\"x\":1},\"colorByFlag\":{\"1\":\"RED\"}}"))
        .extracting(FieldViolation::field)
        .containsExactly("counts.x", "colorByFlag.1");
  }

  // Null values

  @Test
  void nullIsTheEmptyValueAndCountsAsThere() {
    Everything.Builder message = Everything.newBuilder();

    Set<String> present =
        ProtoJson.read(
            "{\"textValue\":null,\"optionalText\":null,\"middle\":null,\"texts\":null,\"labels\":null,\"time\":null}"
                .getBytes(UTF_8),
            message,
            new FieldViolations());

    assertThat(message.build()).isEqualTo(Everything.getDefaultInstance());
    assertThat(present)
        .containsExactlyInAnyOrder(
            "text_value", "optional_text", "middle", "texts", "labels", "time");
  }

  @Test
  void nullInAListOrAMapIsNoted() {
    assertThat(violations("{\"texts\":[null],\"middles\":[null],\"labels\":{\"a\":null}}"))
        .extracting(FieldViolation::field)
        .containsExactly("texts", "middles[0]", "labels.a");
  }

  // Values that were set before

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                     | ''
          {"textValue":""}                                       | text_value
          {"text_value":"a","int32Value":0}                      | int32_value,text_value
          {"middle":{"name":"","inner":{"countOfThings":0}}}     | middle.inner.count_of_things,middle.name
          {"middle":{}}                                          | middle
          {"middle":{"name":"","inner":{}}}                      | middle.inner,middle.name
          {"chosenInner":{}}                                     | chosen_inner
          {"middle":{"inner":null}}                              | middle.inner
          {"middles":[{"name":"a"}]}                             | middles
          {"labels":{"a":"b"},"counts":{}}                       | counts,labels
          {"time":"2030-01-01T00:00:00Z","duration":"1s"}        | duration,time
          {"chosenInner":{"name":"a"}}                           | chosen_inner.name
          {"chosenTime":null}                                    | chosen_time
          {"int32Value":"wrong"}                                 | int32_value
          {"unknown":1}                                          | ''
          """)
  void thePathsOfWhatWasThereAreInTheNamesOfTheProto(String json, String paths) {
    Set<String> present =
        ProtoJson.read(json.getBytes(UTF_8), Everything.newBuilder(), new FieldViolations());

    assertThat(String.join(",", new TreeSet<>(present))).isEqualTo(paths);
  }

  @Test
  void nestedValuesAreRead() {
    assertThat(read("{\"middle\":{\"inner\":{\"name\":\"a\"},\"inners\":[{\"name\":\"b\"},{}]}}"))
        .isEqualTo(
            Everything.newBuilder()
                .setMiddle(
                    Middle.newBuilder()
                        .setInner(Inner.newBuilder().setName("a"))
                        .addInners(Inner.newBuilder().setName("b"))
                        .addInners(Inner.getDefaultInstance()))
                .build());
  }

  // The whole document

  @Test
  void noBodyIsAnEmptyObject() {
    Everything.Builder message = Everything.newBuilder();

    assertThat(ProtoJson.read(new byte[0], message, new FieldViolations())).isEmpty();
    assertThat(message.build()).isEqualTo(Everything.getDefaultInstance());
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "null", "[]", "[{}]", "7", "\"text\"", "true"})
  void aBodyThatIsNoObjectIsRefused(String json) {
    assertRefused(json.getBytes(UTF_8), "the body must be a JSON object");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}{}", "{} 7", "{}[]", "{}null"})
  void aSecondValueIsRefused(String json) {
    assertRefused(json.getBytes(UTF_8), "the body must be one JSON object and nothing more");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{\"a\"",
        "{\"textValue\":\"a\",}",
        "{'textValue':\"a\"}",
        "{textValue:\"a\"}",
        "{\"textValue\":'a'}",
        "{\"textValue\":\"\n\"}",
        "{\"doubleValue\":NaN}",
        "{\"int32Value\":07}",
        "{\"int32Value\":+7}",
        "{\"textValue\":\"a\" /* c */}",
        "{} x",
        "{}}",
        "secret"
      })
  void aBodyThatIsNoJsonIsRefusedWithThePlaceAndNotTheText(String json) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> violations(json))
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .matches(
                        "Invalid argument: body: the body is not valid JSON, or nested too deeply"
                            + " at line [0-9]+, column [0-9]+"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c0 ae", // an overlong full stop
        "e0 80 ae",
        "f0 80 80 ae",
        "ed a0 80", // half of a surrogate pair
        "f4 90 80 80", // beyond Unicode
        "e4", // Latin 1
        "80",
        "ff"
      })
  void bytesThatAreNoUtf8AreRefused(String hex) {
    String bytes = new String(HexFormat.ofDelimiter(" ").parseHex(hex), ISO_8859_1);

    for (String json : List.of("{\"textValue\":\"%s\"}", "{\"%s\":1}", "{}%s")) {
      assertRefused(json.formatted(bytes).getBytes(ISO_8859_1), "the body is not valid UTF-8");
    }
  }

  @Test
  void anotherEncodingThanUtf8IsRefused() {
    for (String charset : List.of("UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE")) {
      assertThatExceptionOfType(PlatformException.class)
          .as(charset)
          .isThrownBy(
              () ->
                  ProtoJson.read(
                      "{\"textValue\":\"a\"}".getBytes(Charset.forName(charset)),
                      Everything.newBuilder(),
                      new FieldViolations()))
          .withMessageStartingWith("Invalid argument: body: the body is not valid");
    }
  }

  @Test
  void aByteOrderMarkIsRefused() {
    assertRefused("\ufeff{}".getBytes(UTF_8), "the body must not begin with a byte-order mark");
  }

  @Test
  void aBodyMayBeNestedToADepthOf32() {
    int deepest = 32;

    assertThat(violations(nested(deepest), Chain.newBuilder())).isEmpty();
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> violations(nested(deepest + 1), Chain.newBuilder()))
        .withMessageContaining("nested too deeply");
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> violations(nested(100_000), Chain.newBuilder()))
        .withMessageContaining("nested too deeply");
  }

  @Test
  void whatIsSkippedMayNotBeNestedMoreDeeply() {
    String unknown = "{\"unknown\":" + "[".repeat(100) + "]".repeat(100) + "}";

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> violations(unknown))
        .withMessageContaining("nested too deeply");
  }

  private static String nested(int depth) {
    return "{\"next\":".repeat(depth - 1) + "{}" + "}".repeat(depth - 1);
  }

  private static Everything number(int value) {
    return Everything.newBuilder().setInt32Value(value).build();
  }

  private static Everything read(String json) {
    Everything.Builder message = Everything.newBuilder();
    assertThat(violations(json, message)).isEmpty();
    return message.build();
  }

  private static List<FieldViolation> violations(String json) {
    return violations(json, Everything.newBuilder());
  }

  private static List<FieldViolation> violations(String json, Message.Builder message) {
    return Violations.of(noted -> ProtoJson.read(json.getBytes(UTF_8), message, noted));
  }

  private static void assertRefused(byte[] body, String text) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> ProtoJson.read(body, Everything.newBuilder(), new FieldViolations()))
        .withMessage("Invalid argument: body: " + text);
  }
}
