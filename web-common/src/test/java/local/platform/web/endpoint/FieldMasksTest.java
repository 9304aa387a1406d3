package local.platform.web.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.FieldMask;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.FieldMaskUtil;
import com.google.protobuf.util.JsonFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.FieldViolations;
import local.platform.proto.testing.Everything;
import local.platform.proto.testing.Inner;
import local.platform.proto.testing.Middle;
import local.platform.proto.testing.Thing;
import local.platform.web.json.JsonFields;
import local.platform.web.testing.RandomMessages;
import local.platform.web.testing.Violations;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldMasksTest {
  private static final Descriptor EVERYTHING = Everything.getDescriptor();

  private static final FieldMaskUtil.MergeOptions REPLACING =
      new FieldMaskUtil.MergeOptions()
          .setReplaceMessageFields(true)
          .setReplaceRepeatedFields(true)
          .setReplacePrimitiveFields(true);

  /** All possible values of {@code middle}. */
  private static final Set<String> MIDDLE =
      Set.of(
          "middle.name",
          "middle.inner.name",
          "middle.inner.count_of_things",
          "middle.inner.create_time",
          "middle.inners");

  @Property
  void orderAndRepetitionDoNotMatter(@ForAll("paths") List<String> paths, @ForAll Random random) {
    List<String> more = new ArrayList<>(paths);
    more.addAll(paths.subList(0, paths.size() / 2));
    Collections.shuffle(more, random);

    assertThat(resolve(more)).isEqualTo(resolve(paths));
  }

  @Property
  void bothSpellingsAreEqual(@ForAll("paths") List<String> paths) {
    List<String> camelCase = paths.stream().map(FieldMasksTest::camelCase).toList();

    assertThat(resolve(camelCase)).isEqualTo(resolve(paths));
  }

  @Property
  void aMaskIsTheUnionOfItsPaths(@ForAll("paths") List<String> paths) {
    Set<String> union = new HashSet<>();
    paths.forEach(path -> union.addAll(resolve(List.of(path))));

    assertThat(resolve(paths)).isEqualTo(union);
  }

  @Property
  void resolvingAgainChangesNothing(@ForAll("paths") List<String> paths) {
    Set<String> once = resolve(paths);

    assertThat(resolve(List.copyOf(once))).isEqualTo(once);
    assertThat(FieldMasks.of(once).getPathsList()).containsExactlyElementsOf(new TreeSet<>(once));
  }

  /** Reading and writing are done by protobuf; only the mask is ours. */
  @Property
  void readingAndWritingBackWithOneMaskChangesNothing(
      @ForAll("messages") Everything message, @ForAll("paths") List<String> paths) {
    FieldMask mask = FieldMasks.of(resolve(paths));
    Everything.Builder read = Everything.newBuilder();
    FieldMaskUtil.merge(mask, message, read, REPLACING);
    Everything.Builder written = message.toBuilder();
    FieldMaskUtil.merge(mask, read.build(), written, REPLACING);

    assertThat(written.build()).isEqualTo(message);
  }

  /** Each value that the mask names becomes the given one, and all others stay as they were. */
  @Property
  void onlyWhatTheMaskNamesIsMerged(
      @ForAll("messages") Everything before,
      @ForAll("messages") Everything given,
      @ForAll("paths") List<String> paths) {
    Set<String> values = resolve(paths);
    Everything merged = FieldMasks.merge(before, given, values);

    for (FieldDescriptor field : EVERYTHING.getFields()) {
      if (JsonFields.isNested(field) || field.getContainingOneof() != null) {
        continue; // their parts have paths of their own, or exclude each other
      }
      Everything from = values.contains(field.getName()) ? given : before;
      assertThat(merged.getField(field)).as(field.getName()).isEqualTo(from.getField(field));
    }
  }

  @Property
  void mergingWhatWasThereChangesNothing(
      @ForAll("messages") Everything message, @ForAll("paths") List<String> paths) {
    assertThat(FieldMasks.merge(message, message, resolve(paths))).isEqualTo(message);
  }

  @Property
  void everyValueThatIsNotEmptyIsNamedByTheMaskOfEverything(
      @ForAll("messages") Everything message) {
    assertThat(resolve(List.of("*")))
        .containsAll(resolve(List.copyOf(FieldMasks.nonDefault(message))));
  }

  @Property
  void withoutTheValuesThatAreNotEmptyNothingIsLeft(@ForAll("messages") Everything message)
      throws InvalidProtocolBufferException {
    Everything.Builder rest = message.toBuilder();
    FieldMaskUtil.merge(
        FieldMasks.of(FieldMasks.nonDefault(message)),
        Everything.getDefaultInstance(),
        rest,
        REPLACING);

    String json = JsonFormat.printer().omittingInsignificantWhitespace().print(rest);
    // Empty messages may remain, and fields that are present with their default value.
    assertThat(json.replaceAll("\"[A-Za-z0-9]+\":(\"0?\"|0|\"COLOR_UNSPECIFIED\")?", ""))
        .matches("[{},]*");
  }

  @Test
  void theStarIsEveryPath() {
    Set<String> all = resolve(List.of("*"));

    assertThat(all)
        .containsAll(MIDDLE)
        .contains("text_value", "time", "labels", "middles", "chosen_inner.name")
        .doesNotContain("middle", "chosen_inner", "middles.name", "time.seconds");
    assertThat(resolve(List.of("*", "*"))).isEqualTo(all);
    assertThat(
            EVERYTHING.getFields().stream()
                .flatMap(field -> resolve(List.of(field.getName())).stream())
                .collect(Collectors.toSet()))
        .isEqualTo(all);
  }

  @Test
  void theStarStandsAlone() {
    assertThat(violations("*", "text_value"))
        .containsExactly(new FieldViolation("updateMask", "* must stand alone"));
  }

  @ParameterizedTest
  @CsvSource({
    "text_value, text_value",
    "textValue, text_value",
    "middle.name, middle.name",
    "middle.inner.countOfThings, middle.inner.count_of_things",
    "middle.inner.count_of_things, middle.inner.count_of_things",
    "middles, middles",
    "labels, labels",
    "time, time",
    "duration, duration",
    "chosen_text, chosen_text",
    "chosenInner.createTime, chosen_inner.create_time"
  })
  void aPathNamesAValue(String path, String value) {
    assertThat(resolve(List.of(path))).containsExactly(value);
  }

  @Test
  void aPathOfAMessageNamesAllOfItsValues() {
    assertThat(resolve(List.of("middle"))).isEqualTo(MIDDLE);
    assertThat(resolve(List.of("middle", "middle.name"))).isEqualTo(MIDDLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "unknown",
        "Text_Value",
        "TextValue",
        "text_value.x",
        "middle.",
        ".middle",
        "middle..name",
        "middle.unknown",
        "middle.*",
        "middles.name",
        "middles[0]",
        "middles.0.name",
        "labels.key",
        "labels.a",
        "middle_by_name.x.name",
        "time.seconds",
        "duration.seconds",
        "choice",
        "text_value,bool_value",
        " text_value"
      })
  void aPathThatNamesNothingIsNoted(String path) {
    assertThat(violations(path))
        .containsExactly(new FieldViolation("updateMask", "there is no field " + path));
  }

  @Test
  void everyPathThatNamesNothingIsNoted() {
    FieldViolations violations = new FieldViolations();

    Set<String> resolved =
        FieldMasks.resolve(mask(List.of("a", "text_value", "b")), EVERYTHING, violations);

    assertThat(resolved).containsExactly("text_value");
    assertThat(Violations.of(violations)).hasSize(2);
  }

  @Test
  void anEmptyMaskNamesNothing() {
    assertThat(resolve(List.of())).isEmpty();
  }

  @Test
  void aMessageOfWhichAPartIsNamedIsThereEvenIfThePartIsNot() {
    Everything given =
        Everything.newBuilder()
            .setMiddle(Middle.newBuilder().setInner(Inner.newBuilder().setName("a")))
            .setChosenInner(Inner.newBuilder().setName("b"))
            .build();

    assertThat(
            FieldMasks.merge(
                Everything.getDefaultInstance(),
                given,
                resolve(List.of("middle.name", "chosen_text"))))
        .isEqualTo(Everything.newBuilder().setMiddle(Middle.getDefaultInstance()).build());
  }

  @Test
  void listsMapsAndTimesAreReplacedAsAWhole() {
    Everything before =
        Everything.newBuilder()
            .addMiddles(Middle.newBuilder().setName("a"))
            .putLabels("a", "1")
            .build();
    Everything given =
        Everything.newBuilder()
            .addMiddles(Middle.newBuilder().setName("b"))
            .putLabels("b", "2")
            .build();

    assertThat(FieldMasks.merge(before, given, resolve(List.of("middles", "labels"))))
        .isEqualTo(given);
    assertThat(
            FieldMasks.merge(
                before, Everything.getDefaultInstance(), resolve(List.of("middles", "labels"))))
        .isEqualTo(Everything.getDefaultInstance());
  }

  @Test
  void pathsAreWrittenAsInJson() {
    assertThat(
            FieldMasks.inJson(
                Set.of("int32_value", "middle.inner.count_of_things", "own_name_value"),
                Everything.getDescriptor()))
        .containsExactlyInAnyOrder("int32Value", "middle.inner.countOfThings", "own_name_value");
  }

  @Test
  void onlyTheStarAsksForEverything() {
    assertThat(FieldMasks.isAll(mask(List.of("*")))).isTrue();
    assertThat(FieldMasks.isAll(FieldMasks.of(resolve(List.of("*"))))).isFalse();
    assertThat(FieldMasks.isAll(mask(List.of()))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "middle.inner.count_of_things, true",
    "middle.inner.countOfThings, true",
    "middle.inner, false",
    "middle, false",
    "*, false",
    "middle.inner.count_of_things.x, false",
    "count_of_things, false"
  })
  void aMaskNamesAValueItselfOnlyByItsWholePath(String path, boolean names) {
    FieldMask mask = mask(List.of("int32_value", path));

    assertThat(FieldMasks.names(mask, "middle.inner.count_of_things", EVERYTHING)).isEqualTo(names);
  }

  @Test
  void notEmptyIsWhatIsSetToSomethingElseThanItsDefaultAndAMessageThatIsThere() {
    Everything message =
        Everything.newBuilder()
            .setTextValue("")
            .setInt32Value(7)
            .setOptionalText("")
            .setMiddle(Middle.newBuilder().setInner(Inner.newBuilder().setCountOfThings(1)))
            .addMiddles(Middle.newBuilder().setName("a"))
            .putLabels("a", "")
            .setChosenInner(Inner.getDefaultInstance())
            .build();

    assertThat(FieldMasks.nonDefault(message))
        .containsExactlyInAnyOrder(
            "int32_value", "middle.inner.count_of_things", "middles", "labels", "chosen_inner");
    assertThat(FieldMasks.nonDefault(Thing.getDefaultInstance())).isEmpty();
    assertThat(FieldMasks.nonDefault(Everything.newBuilder().setChosenText("").build())).isEmpty();
  }

  @Provide
  Arbitrary<List<String>> paths() {
    Set<String> all = resolve(List.of("*"));
    List<String> known =
        Stream.concat(
                all.stream(), Stream.of("middle", "middle.inner", "chosen_inner", "text_value"))
            .toList();
    return Arbitraries.of(known).list().ofMaxSize(8);
  }

  @Provide
  Arbitrary<Everything> messages() {
    return RandomMessages.everything();
  }

  private static String camelCase(String path) {
    StringBuilder text = new StringBuilder();
    for (String word : path.split("_", -1)) {
      text.append(
          text.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return text.toString();
  }

  private static Set<String> resolve(List<String> paths) {
    FieldViolations violations = new FieldViolations();
    Set<String> values = FieldMasks.resolve(mask(paths), EVERYTHING, violations);
    assertThat(Violations.of(violations)).isEmpty();
    return values;
  }

  private static List<FieldViolation> violations(String... paths) {
    return Violations.of(
        violations -> FieldMasks.resolve(mask(List.of(paths)), EVERYTHING, violations));
  }

  private static FieldMask mask(List<String> paths) {
    return FieldMask.newBuilder().addAllPaths(paths).build();
  }
}
