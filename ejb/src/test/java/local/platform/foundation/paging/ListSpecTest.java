package local.platform.foundation.paging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import local.platform.foundation.paging.Condition.Child;
import local.platform.foundation.paging.ListSpec.Rows;
import local.platform.foundation.paging.Placement.Everywhere;
import local.platform.foundation.uid.Uid;
import org.junit.jupiter.api.Test;

class ListSpecTest {
  private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

  private static ListSpec.Builder<String> list() {
    return ListSpec.of(
        "test.names",
        "NameEntity",
        new Everywhere(),
        new Rows<String>(SortField.NAME, name -> name, names -> List.of()));
  }

  private static List<Condition> conditions(String attribute) {
    return List.of(
        Condition.equal(attribute, 1),
        Condition.anyOf(attribute, List.of(1, 2)),
        Condition.absent(attribute),
        Condition.range(attribute, Optional.of(TIME), Optional.empty()),
        Condition.since(attribute, TIME));
  }

  @Test
  void aConditionIsFoundByAnIndexThatTheListDeclares() {
    ListSpec<String> spec =
        list().sortableBy(List.of(SortField.NAME)).indexedBy("status", "kind").build();

    for (String attribute : List.of("name", "status", "kind")) {
      assertThat(conditions(attribute)).allMatch(each -> each.isIndexed(spec));
    }
    assertThat(conditions("other")).noneMatch(each -> each.isIndexed(spec));
    assertThat(
            List.of(
                Condition.noneOf("name", List.of(1)),
                Condition.contains(List.of("name"), "a"),
                Condition.anyBit("name", 1)))
        .noneMatch(each -> each.isIndexed(spec));
  }

  @Test
  void aRowOfAnotherTableIsFoundByAnIndexOfTheFirstConditionOnIt() {
    Child child = new Child("ChildEntity", "reference", "name").indexedBy("alias");
    Condition indexed = Condition.equal("alias", 1);
    Condition other = Condition.equal("status", 1);
    ListSpec<String> spec = list().indexedBy("status").build();

    assertThat(
            List.of(
                Condition.exists(child, indexed, other),
                Condition.exists(child, Condition.anyOf("alias", List.of(1, 2)))))
        .allMatch(each -> each.isIndexed(spec));
    assertThat(
            List.of(
                Condition.exists(child, other, indexed),
                Condition.exists(child),
                Condition.none(child, indexed)))
        .noneMatch(each -> each.isIndexed(spec));
  }

  @Test
  void aListIsOrderedByItsKeyUnlessItSaysOtherwise() {
    SortOrder latestFirst = new SortOrder(SortField.UPDATE_TIME, true);

    assertThat(list().build().defaultOrder()).isEqualTo(new SortOrder(SortField.NAME, false));
    assertThat(list().orderedBy(latestFirst).build().defaultOrder()).isEqualTo(latestFirst);
  }

  @Test
  void onlyRowsWhoseKeyIsAUidArePublicByTheirUids() {
    ListSpec.Builder<String> names = list().withPublic(Set.of(new Uid("0".repeat(40))));

    assertThatIllegalArgumentException().isThrownBy(names::build);
  }
}
