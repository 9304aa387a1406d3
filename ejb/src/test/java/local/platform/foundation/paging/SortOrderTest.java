package local.platform.foundation.paging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SortOrderTest {
  private static final List<SortField> ALL = SortField.COMMON;
  private static final SortOrder DEFAULT = new SortOrder(SortField.UID, false);

  @ParameterizedTest
  @CsvSource({
    "uid, uid",
    "name, name",
    "create_time, createTime",
    "createTime, createTime",
    "created_at, createTime",
    "createdAt, createTime",
    "update_time, updateTime",
    "updateTime, updateTime",
    "updated_at, updateTime",
    "updatedAt, updateTime"
  })
  void everySpellingOfAFieldIsTaken(String spelling, String attribute) {
    SortField field =
        ALL.stream().filter(each -> each.attribute().equals(attribute)).findFirst().orElseThrow();
    assertThat(parse(spelling)).contains(new SortOrder(field, false));
    assertThat(parse(spelling + " desc")).contains(new SortOrder(field, true));
  }

  @ParameterizedTest
  @CsvSource({
    "'name asc', false",
    "'name desc', true",
    "'name ASC', false",
    "'name DESC', true",
    "'name Desc', true",
    "'  name   desc  ', true",
    "'\tname\tdesc\n', true"
  })
  void caseOfTheDirectionAndBlanksDoNotMatter(String text, boolean descending) {
    assertThat(parse(text)).contains(new SortOrder(SortField.NAME, descending));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t\n"})
  void nothingIsTheDefault(String text) {
    assertThat(parse(text)).contains(DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "description",
        "NAME",
        "Name",
        "created",
        "name down",
        "name -",
        "desc",
        "desc name",
        "name desc desc",
        "name, uid",
        "name,uid",
        "name,",
        "-name",
        "name;drop table resource_group",
        "create time",
        "name\u00a0desc",
        "name\0"
      })
  void anythingElseIsNotedWithWhatIsPossible(String text) {
    FieldViolations violations = new FieldViolations();

    assertThat(SortOrder.parse(text, ALL, DEFAULT, violations)).isEmpty();
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(violations::throwIfAny)
        .withMessage(
            "Invalid argument: orderBy: orderBy must be one of uid, name, create_time, "
                + "update_time, optionally followed by asc or desc");
  }

  @Test
  void aFieldThatTheResourceIsNotOrderedByIsNoted() {
    FieldViolations violations = new FieldViolations();
    List<SortField> allowed = List.of(SortField.UID, SortField.CREATE_TIME);

    assertThat(SortOrder.parse("name", allowed, DEFAULT, violations)).isEmpty();
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(violations::throwIfAny)
        .withMessageContaining("one of uid, create_time, optionally");
  }

  @Test
  void equalsAreOrderedByUidInTheSameDirection() {
    Position first = new Position("a", "x");
    Position second = new Position("b", "x");
    Position third = new Position("a", "y");
    List<Position> positions = new ArrayList<>(List.of(third, first, second));

    positions.sort(new SortOrder(SortField.NAME, false).comparator());
    assertThat(positions).containsExactly(first, second, third);

    positions.sort(new SortOrder(SortField.NAME, true).comparator());
    assertThat(positions).containsExactly(third, second, first);
  }

  @Test
  void differentOrdersHaveDifferentTexts() {
    Set<String> texts = new HashSet<>();
    for (SortField field : ALL) {
      texts.add(new SortOrder(field, true).canonicalText());
      texts.add(new SortOrder(field, false).canonicalText());
    }

    assertThat(texts).hasSize(2 * ALL.size());
  }

  @ParameterizedTest
  @EnumSource
  void aColumnReadsTheValueThatItWrote(ColumnType type) {
    List<Object> values =
        switch (type) {
          case TEXT -> List.of("a b", "");
          case UID -> List.of(new Uid("ab".repeat(20) + "/0123456789abcdef"));
          case NUMBER -> List.of(Long.MIN_VALUE, 0L);
          case TIME ->
              Stream.of(
                      "2030-01-01T00:00:00.123Z",
                      "2030-01-01T00:00:00.000001Z",
                      "1969-12-31T23:59:59.999999Z",
                      "1970-01-01T00:00:00Z")
                  .<Object>map(Instant::parse)
                  .toList();
        };

    for (Object value : values) {
      assertThat(type.read(type.write(value))).isEqualTo(value);
    }
  }

  /** So that a node of the version before reads it. */
  @Test
  void aTimeWithoutMicrosecondsIsAWholeNumberOfMilliseconds() {
    assertThat(ColumnType.TIME.write(Instant.ofEpochMilli(1_893_456_000_120L)))
        .isEqualTo("1893456000120");
    assertThat(ColumnType.TIME.read("1893456000120"))
        .isEqualTo(Instant.ofEpochMilli(1_893_456_000_120L));
  }

  private static Optional<SortOrder> parse(String text) {
    FieldViolations violations = new FieldViolations();
    Optional<SortOrder> order = SortOrder.parse(text, ALL, DEFAULT, violations);
    assertThatCode(violations::throwIfAny).doesNotThrowAnyException();
    return order;
  }
}
