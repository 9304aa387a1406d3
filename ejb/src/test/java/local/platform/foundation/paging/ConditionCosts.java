package local.platform.foundation.paging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.paging.ListTables.ItemRow;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.testing.GroupRows;
import local.platform.testing.QueryMeter;
import local.platform.testing.QueryMeter.Reading;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Measures how many rows the database reads for a page of a list with conditions, in an
 * organization among others. Each test writes what it measured to its output.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("SystemOut") // the figures are a result
abstract class ConditionCosts {
  private static final int PAGE = 50;
  private static final int RARE = 40;
  private static final int SOME = 400;

  /** Partitions: a tenth of the rows is in the first one, most in the second, others in none. */
  private static final List<Integer> FORMS = List.of(0, 1, 2, 4);

  private static final List<Integer> FIRST = List.of(0);
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant END = START.plusSeconds(1_000_000);
  private static final Optional<Instant> OPEN = Optional.empty();

  private final TestDatabase database;
  private final int size;
  private final Random random = new Random(11);
  private final Uid root = GroupRows.root(random);
  private final Uid flat = GroupRows.child(root, random);
  private final Uid small = GroupRows.child(root, random);
  private ListTables tables;

  /**
   * Measures on a database.
   *
   * @param size rows of the organization
   */
  ConditionCosts(TestDatabase database, int size) {
    this.database = database;
    this.size = size;
  }

  /** Returns whether the database reads an index backwards, instead of reading it whole. */
  abstract boolean readsBackwards();

  /**
   * Returns whether the database finds rows by an index of another table, instead of checking each.
   */
  abstract boolean leadsByOtherTables();

  @BeforeAll
  void load() {
    tables = new ListTables(database);
    List<ItemRow> rows = new ArrayList<>();
    rows.add(row(root, 1));
    rows.add(row(flat, 1));
    for (int i = 2; i < size; i++) {
      rows.add(row(GroupRows.child(i % 2 == 0 ? flat : root, random), i));
    }
    for (int i = 0; i < SOME; i++) {
      rows.add(row(GroupRows.child(small, random), i));
    }
    for (int i = 0; i < 20; i++) {
      Uid other = GroupRows.root(random);
      for (int j = 0; j < size / 100; j++) {
        rows.add(row(GroupRows.child(other, random), j));
      }
    }
    tables.insertItems(rows);
    Map<String, Map.Entry<Uid, String>> facts = new HashMap<>();
    Map<Long, String> lines = new HashMap<>();
    for (int i = 0; i < size; i++) {
      facts.put("F-" + random.nextLong(), Map.entry(i % 2 == 0 ? flat : root, "n" + i));
      lines.put((long) i, "n" + random.nextInt(size));
    }
    tables.insertFacts(facts);
    tables.insertLines(lines);
    tables.analyze();
  }

  private static @Nullable Integer form(int twentieth) {
    if (twentieth < 2) {
      return 0;
    }
    if (twentieth < 14) {
      return 1;
    }
    return twentieth < 16 ? Integer.valueOf(2) : twentieth == 16 ? Integer.valueOf(4) : null;
  }

  private Instant updateTime(int number, boolean rare) {
    if (rare) {
      return END.plusSeconds(random.nextInt(1_000));
    }
    return number % (size / SOME) == 1
        ? START.minusSeconds(random.nextInt(1_000))
        : START.plusSeconds(1 + random.nextInt(1_000_000));
  }

  /** Rare values occur some tens of times in the organization, evenly distributed. */
  private ItemRow row(Uid uid, int number) {
    boolean rare = number % (size / RARE) == 0;
    Set<String> aliases = new HashSet<>(Set.of("own " + number));
    if (number / 2 % 2 == 0) {
      aliases.add("common");
    }
    if (rare) {
      aliases.add("rare");
    }
    return new ItemRow(
        uid,
        (rare ? "a Rare name " : "name ") + random.nextInt(size),
        rare ? "rare" : List.of("new", "old", "done").get(number % 3),
        number % 10 == 0 ? START.plusSeconds(random.nextInt(1_000)) : null,
        number % 20 != 0,
        form(number / 6 % 20), // whatever the status and the group are
        START.plusSeconds(random.nextInt(1_000_000)),
        updateTime(number, rare),
        aliases,
        rare ? 1 : 2);
  }

  @AfterAll
  void close() {
    tables.close();
  }

  @Test
  void severalValuesCostAPageEach() {
    List<Condition> conditions =
        List.of(Condition.anyOf("status", List.of("new", "old", "rare", "nobody's")));

    assertPages(4 * 3L * PAGE, conditions, "uid");
    assertPages(2 * 3L * RARE, List.of(Condition.anyOf("status", List.of("rare", "x"))), "uid");
  }

  @Test
  void absenceCostsAPage() {
    assertPages(3L * PAGE, List.of(Condition.absent("deleteTime")), "uid");
  }

  @Test
  void aFlagThatHidesNearlyAllCostsAPage() {
    assertPages(3L * PAGE, List.of(Condition.equal("hidden", false)), "uid");
  }

  /** One in twenty rows is shown. */
  @Test
  void aFlagThatIsLookedAtRowByRowCostsTheRowsBetween() {
    ListSpec<?> items = tables.buildItems().build();
    List<Condition> shown = List.of(Condition.equal("hidden", false));

    assertPages(30L * 3 * PAGE, items, ListTables.everything(), shown, "name");
    assertPages(30L * 3 * PAGE, items, ListTables.children(flat), shown, "name");
  }

  @Test
  void aRangeOfTheOrderCostsAPage() {
    Instant middle = START.plusSeconds(500_000);

    assertPages(
        3L * PAGE,
        List.of(Condition.range("createTime", Optional.of(middle), Optional.of(END))),
        "create_time");
  }

  @Test
  void aRangeInAnotherOrderCostsItsRowsIfTheyAreFewAndAWalkIfTheyAreMany() {
    Optional<Instant> middle = Optional.of(START.plusSeconds(500_000));
    long sample = 2L * Sample.SIZE;
    for (String order : List.of("uid", "name")) {
      assertPages(
          3L * RARE + PAGE, List.of(Condition.range("updateTime", Optional.of(END), OPEN)), order);
      assertPages(
          sample + SOME + 2L * PAGE,
          List.of(Condition.range("updateTime", OPEN, Optional.of(START))),
          order);
      assertPages(
          sample + 3 * 3L * PAGE, List.of(Condition.range("updateTime", middle, OPEN)), order);
    }
  }

  @Test
  void existenceOfAChildCostsItsRowsIfTheyAreFewAndAWalkIfTheyAreMany() {
    for (String order : List.of("uid", "name")) {
      assertLed(6L * RARE + PAGE, List.of(alias("rare")), order);
      assertPages(3L * 2 * (Sample.SIZE + 3L * PAGE), List.of(alias("common")), order);
      assertLed(3L * 5, List.of(alias("own 77")), order);
    }
    assertLed(
        6L * RARE + PAGE,
        List.of(Condition.exists(ListTables.NUMBERED_ALIASES, Condition.equal("alias", "rare"))),
        "uid");
  }

  /** One of ten has such a time. On H2 a list that descends is sorted. */
  @Test
  void anOrderByWhatMayBeMissingCostsAPage() {
    List<Condition> none = List.of();

    assertPages(2 * 3L * PAGE, none, "delete_time");
    if (database == TestDatabase.MYSQL) {
      assertPages(2 * 3L * PAGE, none, "delete_time desc");
    }
  }

  @Test
  void bitsThatMostHaveCostAPage() {
    assertPages(3L * PAGE, List.of(Condition.anyBit("flags", 0b110)), "uid");
  }

  private void assertLed(long bound, List<Condition> conditions, String order) {
    ListSpec<?> items = tables.items();
    long atMost = leadsByOtherTables() ? bound : bound + 3L * size;
    assertPages(atMost, items, ListTables.everything(), conditions, order);
    assertPages(atMost, items, ListTables.children(flat), conditions, order);
  }

  private static Condition alias(String alias) {
    return Condition.exists(ListTables.ALIASES, Condition.equal("alias", alias));
  }

  /** A text in few rows is found by checking each row once, which also gives the exact total. */
  @Test
  void aTextThatFewHoldCostsOneLookAtEachRow() {
    for (String order : List.of("uid", "name")) {
      assertPages(
          size + SOME + 3L * PAGE, List.of(Condition.contains(List.of("name"), "RARE")), order);
      assertPages(3L * PAGE, List.of(Condition.contains(List.of("name"), "NAME")), order);
      assertPages(
          size + SOME + 3L * PAGE,
          List.of(Condition.containsInLowerCase("searchText", "RARE")),
          order);
    }
  }

  @Test
  void keysOfTextAndOfNumberCostAPage() {
    for (String order : List.of("id", "name")) {
      assertPages(3L * PAGE, tables.facts(), ListTables.everything(), List.of(), order);
    }
    for (String order : List.of("line_number", "name")) {
      assertPages(3L * PAGE, tables.lines(), ListTables.everything(), List.of(), order);
    }
  }

  @Test
  void aPageOfAPartitionCostsAPage() {
    for (String order : orders()) {
      for (UidpFilter uidp : List.of(ListTables.everything(), ListTables.children(flat))) {
        assertForms(3L * PAGE, uidp, List.of(), FIRST, order);
        assertForms(3L * PAGE, uidp, List.of(), FORMS, order);
        ListFilter rowByRow = new ListFilter(uidp, List.of(Condition.equal("status", "new")));
        assertPages(3L * 3 * PAGE, tables.buildFormItems().build(), rowByRow.in(FORMS), order);
      }
      assertForms(3L * RARE, ListTables.below(small), List.of(), FIRST, order);
    }
    assertForms(3L * PAGE, ListTables.below(flat), List.of(), FIRST, "uid");
    assertForms(3L * PAGE, ListTables.below(flat), List.of(), FORMS, "uid");
    assertForms(Sample.SIZE + 5L * PAGE, ListTables.below(flat), List.of(), FIRST, "name");
  }

  private List<String> orders() {
    List<String> orders = List.of("uid", "name", "create_time", "update_time");
    return readsBackwards()
        ? orders.stream().flatMap(order -> Stream.of(order, order + " desc")).toList()
        : orders;
  }

  @Test
  void aValueInAPartitionCostsItsRowsInEveryOrder() {
    List<Condition> rare = List.of(Condition.equal("status", "rare"));
    List<Condition> some = List.of(Condition.anyOf("status", List.of("rare", "nobody's")));
    for (String order : List.of("uid", "name", "update_time")) {
      for (UidpFilter uidp :
          List.of(ListTables.everything(), ListTables.children(flat), ListTables.below(flat))) {
        assertForms(3L * RARE, uidp, rare, FORMS, order);
        assertForms(3L * RARE, uidp, some, FORMS, order);
        assertPages(3L * RARE, tables.items(), new ListFilter(uidp, rare), order);
      }
    }
  }

  @Test
  void aRangeInAPartitionCostsAPageInItsOrderAndItsRowsInOthersIfTheyAreFew() {
    List<Condition> late =
        List.of(Condition.range("updateTime", Optional.of(START.plusSeconds(500_000)), OPEN));
    List<Condition> last = List.of(Condition.range("updateTime", Optional.of(END), OPEN));
    for (UidpFilter uidp : List.of(ListTables.everything(), ListTables.children(flat))) {
      assertForms(3L * PAGE, uidp, late, FORMS, "update_time");
      for (String order : List.of("uid", "name")) {
        assertForms(3L * RARE, uidp, last, FORMS, order);
        assertForms(2L * Sample.SIZE + 5L * PAGE, uidp, late, FIRST, order);
      }
    }
  }

  private void assertForms(
      long bound, UidpFilter uidp, List<Condition> conditions, List<Integer> forms, String order) {
    assertPages(bound, tables.formItems(), new ListFilter(uidp, conditions).in(forms), order);
  }

  private void assertPages(long bound, List<Condition> conditions, String order) {
    assertPages(bound, tables.items(), ListTables.everything(), conditions, order);
    assertPages(bound, tables.items(), ListTables.children(flat), conditions, order);
  }

  private void assertPages(
      long bound, ListSpec<?> spec, UidpFilter uidp, List<Condition> conditions, String order) {
    assertPages(bound, spec, new ListFilter(uidp, conditions), order);
  }

  /** Reads the first three pages, without the exact total. */
  private <R> void assertPages(long bound, ListSpec<R> spec, ListFilter filter, String order) {
    List<Long> figures = new ArrayList<>();
    long total = 0;
    String token = "";
    for (int number = 1; number <= 3 && (number == 1 || !token.isEmpty()); number++) {
      List<Page<R>> pages = new ArrayList<>();
      PageRequest request = new PageRequest(PAGE, token, order, 0);
      List<Reading> readings =
          tables.measure(() -> pages.add(tables.page(spec, List.of(root), filter, request)));
      List<Reading> withoutTotal =
          number > 1 ? readings : readings.stream().filter(each -> !each.isCount()).toList();
      long read = withoutTotal.stream().mapToLong(Reading::rowsRead).sum();
      figures.add(read);
      total = pages.get(0).totalCount().orElseThrow();
      token = pages.get(0).nextPageToken().orElse("");
      assertThat(read)
          .as(() -> filter + " by " + order + "\n" + QueryMeter.describe(readings))
          .isLessThanOrEqualTo(bound);
    }
    System.out.printf(
        "%s, %d of them, %s by %s: %s rows, at most %d%n",
        database, total, filter.conditions(), order, figures, bound);
  }
}
