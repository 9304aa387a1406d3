package local.platform.foundation.paging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.paging.ItemColumns.Item;
import local.platform.foundation.paging.ListTables.ItemRow;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.testing.GroupRows;
import local.platform.testing.Seed;
import local.platform.testing.UidTree;
import local.platform.testing.World;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares lists under every condition, and with every kind of key, with lists made in the simplest
 * way.
 */
class ConditionsTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<Integer> FORMS = List.of(0, 1, 7);

  private final Seed seed = new Seed();
  private final Random random = seed.random();

  /**
   * Conditions, and the same conditions in Java.
   *
   * @param forms the partitions; empty for the list without partitions
   * @param indexed whether the list declares its indexes
   */
  private record Case(
      List<Condition> conditions,
      Predicate<ItemRow> model,
      Collection<Integer> forms,
      boolean indexed) {
    Case and(Case other) {
      return new Case(
          Stream.concat(conditions.stream(), other.conditions.stream()).toList(),
          model.and(other.model),
          forms,
          indexed);
    }

    Case in(Collection<Integer> some) {
      return new Case(
          conditions,
          model.and(row -> row.form() != null && some.contains(row.form())),
          some,
          indexed);
    }

    Case unindexed() {
      return new Case(conditions, model, forms, false);
    }

    ListSpec<Item> spec(ListTables tables) {
      if (indexed) {
        return forms.isEmpty() ? tables.items() : tables.formItems();
      }
      return (forms.isEmpty() ? tables.buildItems() : tables.buildFormItems()).build();
    }

    ListFilter filter(UidpFilter uidp) {
      ListFilter filter = new ListFilter(uidp, conditions);
      return forms.isEmpty() ? filter : filter.in(forms);
    }

    @Override
    public String toString() {
      return conditions + " in " + forms + (indexed ? "" : " unindexed");
    }
  }

  private static Case one(Condition condition, Predicate<ItemRow> model) {
    return new Case(List.of(condition), model, List.of(), true);
  }

  private static List<Case> cases() {
    Instant early = START.plusSeconds(20);
    Instant late = START.plusSeconds(70);
    Optional<Instant> open = Optional.empty();
    Case several =
        one(
            Condition.anyOf("status", List.of("rare", "new", "nobody's")),
            row -> Set.of("rare", "new").contains(row.status()));
    Case shown = one(Condition.equal("hidden", false), row -> !row.hidden());
    Case since =
        one(
            Condition.range("updateTime", Optional.of(late), open),
            row -> row.updateTime().isAfter(late));
    Case text =
        one(
            Condition.contains(List.of("name", "status"), "A%b_!"),
            row -> (row.name() + "\n" + row.status()).toLowerCase(Locale.ROOT).contains("a%b_!"));
    Case alias =
        one(
            Condition.exists(ListTables.ALIASES, Condition.anyOf("alias", List.of("x", "y"))),
            row -> row.aliases().contains("x") || row.aliases().contains("y"));
    Case noAlias =
        one(
            Condition.none(ListTables.ALIASES, Condition.equal("alias", "x")),
            row -> !row.aliases().contains("x"));
    Case absent = one(Condition.absent("deleteTime"), row -> row.deleteTime() == null);
    return List.of(
        several,
        one(Condition.anyOf("status", List.of("new", "new")), row -> row.status().equals("new")),
        one(
                Condition.anyOf("status", List.of("old", "rare")),
                row -> Set.of("old", "rare").contains(row.status()))
            .unindexed(),
        shown,
        one(Condition.equal("hidden", true), ItemRow::hidden).unindexed(),
        absent,
        since,
        one(
            Condition.range("createTime", Optional.of(early), Optional.of(late)),
            row -> row.createTime().isAfter(early) && !row.createTime().isAfter(late)),
        one(
            Condition.range("deleteTime", open, Optional.of(early)),
            row -> row.deleteTime() != null && !row.deleteTime().isAfter(early)),
        one(
            new SinceCondition("updateTime", early, Optional.of(late)),
            row -> row.updateTime().isAfter(early) && row.updateTime().isBefore(late)),
        one(Condition.noneOf("status", List.of("new", "rare")), row -> row.status().equals("old")),
        text,
        one(Condition.contains(List.of("name"), "_"), row -> row.name().contains("_")),
        alias,
        one(
            Condition.exists(ListTables.ALIASES, Condition.equal("alias", "rare")),
            row -> row.aliases().contains("rare")),
        one(
            Condition.exists(ListTables.UNINDEXED_ALIASES, Condition.equal("alias", "x")),
            row -> row.aliases().contains("x")),
        noAlias,
        one(
            Condition.exists(
                ListTables.NUMBERED_ALIASES, Condition.anyOf("alias", List.of("x", "rare"))),
            row -> row.aliases().contains("x") || row.aliases().contains("rare")),
        one(
            Condition.none(ListTables.NUMBERED_ALIASES, Condition.equal("alias", "y")),
            row -> !row.aliases().contains("y")),
        one(Condition.anyBit("flags", 0b1010), row -> (row.flags() & 0b1010) != 0),
        one(
            Condition.containsInLowerCase("searchText", "A%b_!\nR"),
            row -> row.searchText().contains("a%b_!\nr")),
        one(
            Condition.containsInLowerCase("searchText", "_"),
            row -> row.searchText().contains("_")),
        several.and(shown),
        several.and(since).and(text),
        since.and(alias),
        new Case(List.of(), row -> true, List.of(), true),
        alias.and(noAlias),
        absent.and(alias).and(since),
        shown.and(absent));
  }

  /** Conditions that few rows meet, which were found before; one of them no longer meets it. */
  private static Stream<Case> among(List<ItemRow> rows) {
    List<Uid> found =
        rows.stream()
            .filter(row -> row.status().equals("rare") || row.equals(rows.get(1)))
            .map(ItemRow::uid)
            .toList();
    Condition rare = Condition.equal("status", "rare");
    Case few = one(Condition.among("uid", found, rare), row -> row.status().equals("rare"));
    return Stream.of(
        few,
        few.and(one(Condition.equal("hidden", false), row -> !row.hidden())),
        one(Condition.among("uid", List.of(), rare), row -> false));
  }

  private ItemRow row(Uid uid) {
    Set<String> aliases = new HashSet<>();
    if (random.nextInt(3) > 0) {
      aliases.add("x");
    }
    if (random.nextInt(3) > 0) {
      aliases.add("y");
    }
    if (random.nextInt(40) == 0) {
      aliases.add("rare");
    }
    return new ItemRow(
        uid,
        List.of("a", "A%B_!", "ab!", "a_b", "axb", "AB%", "a%b_!c").get(random.nextInt(7)),
        random.nextInt(30) == 0 ? "rare" : List.of("new", "old").get(random.nextInt(2)),
        random.nextBoolean() ? null : START.plusSeconds(random.nextInt(100)),
        random.nextInt(4) > 0,
        form(),
        time(),
        time(),
        aliases,
        1 << random.nextInt(4));
  }

  /** Most are in one of three partitions, and one in seven in none. */
  private @Nullable Integer form() {
    int number = random.nextInt(7);
    return number == 6 ? null : FORMS.get(number / 2);
  }

  /** A time, which several have, or have but for a microsecond. */
  private Instant time() {
    return START.plusSeconds(random.nextInt(100)).plusNanos(1_000L * random.nextInt(3));
  }

  private void addTree(List<ItemRow> rows, Uid top, int count) {
    List<Uid> uids = new ArrayList<>(List.of(top));
    rows.add(row(top));
    while (uids.size() < count) {
      Uid parent = uids.get(random.nextInt(Math.min(uids.size(), 9)));
      Uid child = GroupRows.child(parent, random);
      uids.add(child);
      rows.add(row(child));
    }
  }

  @ParameterizedTest
  @EnumSource
  void pagesTogetherAreTheRowsThatMeetTheConditions(TestDatabase database) {
    try (ListTables tables = new ListTables(database)) {
      List<ItemRow> rows = new ArrayList<>();
      Uid root = GroupRows.root(random);
      Uid other = GroupRows.root(random);
      addTree(rows, root, 800);
      Uid part = GroupRows.child(root, random);
      addTree(rows, part, 500);
      addTree(rows, other, 60);
      tables.insertItems(rows);
      tables.analyze();
      List<List<Uid>> visible =
          List.of(
              List.of(root),
              List.of(part),
              List.of(root, other),
              List.of(part, rows.get(1).uid(), other));
      List<Case> cases =
          Stream.concat(cases().stream(), among(rows))
              .flatMap(each -> Stream.of(each, each.in(someForms())))
              .toList();
      for (Case each : cases) {
        for (SortField field : some(ListTables.SORTABLE)) {
          SortOrder order = new SortOrder(field, random.nextBoolean());
          for (List<Uid> tops : some(visible)) {
            assertPages(tables, rows, tops, ListTables.everything(), each, order);
          }
          assertPages(tables, rows, List.of(root), ListTables.children(root), each, order);
          assertPages(tables, rows, List.of(root), ListTables.below(part), each, order);
        }
        assertThat(
                tables.walk(each.spec(tables), List.of(root), each.filter(ListTables.everything())))
            .as(seed + " " + each)
            .extracting(item -> item.uid())
            .isEqualTo(
                expected(
                    rows,
                    List.of(root),
                    ListTables.everything(),
                    each,
                    new SortOrder(SortField.UID, false)));
      }
    }
  }

  /** Returns two random elements: all combinations would take minutes. */
  private <T> List<T> some(List<T> list) {
    List<T> shuffled = new ArrayList<>(list);
    Collections.shuffle(shuffled, random);
    return shuffled.subList(0, 2);
  }

  /** One of the partitions, or several, one of which has no rows. */
  private List<Integer> someForms() {
    List<Integer> forms = new ArrayList<>(FORMS);
    forms.add(5);
    Collections.shuffle(forms, random);
    return random.nextBoolean() ? List.of(FORMS.get(random.nextInt(3))) : forms.subList(0, 3);
  }

  private static List<Uid> expected(
      List<ItemRow> rows, List<Uid> visible, UidpFilter uidp, Case each, SortOrder order) {
    Comparator<ItemRow> byField =
        switch (order.field().attribute()) {
          case "name" -> Comparator.comparing(ItemRow::name);
          case "createTime" -> Comparator.comparing(ItemRow::createTime);
          case "updateTime" -> Comparator.comparing(ItemRow::updateTime);
          case "deleteTime" -> byDeleteTime(order.descending());
          default -> Comparator.comparing(ItemRow::uid);
        };
    Comparator<ItemRow> ascending = byField.thenComparing(ItemRow::uid);
    return rows.stream()
        .filter(row -> visible.stream().anyMatch(top -> top.covers(row.uid())))
        .filter(row -> uidp.matches(row.uid()))
        .filter(each.model())
        .sorted(order.descending() ? ascending.reversed() : ascending)
        .map(ItemRow::uid)
        .toList();
  }

  /** Rows without it come last in both directions, so first in what is reversed. */
  private static Comparator<ItemRow> byDeleteTime(boolean reversed) {
    Comparator<Instant> natural = Comparator.naturalOrder();
    return Comparator.comparing(
        ItemRow::deleteTime,
        reversed ? Comparator.nullsFirst(natural) : Comparator.nullsLast(natural));
  }

  private void assertPages(
      ListTables tables,
      List<ItemRow> rows,
      List<Uid> visible,
      UidpFilter uidp,
      Case each,
      SortOrder order) {
    List<Uid> expected = expected(rows, visible, uidp, each, order);
    String description = seed + " " + each + " by " + order + " in " + uidp + " of " + visible;
    int size = Math.min(200, 1 + expected.size() / (1 + random.nextInt(5)));
    int begin = 0;
    String token = "";
    do {
      int skip = random.nextInt(4) == 0 ? random.nextInt(30) : 0;
      PageRequest request = new PageRequest(size, token, ListCases.spelling(order), skip);
      Page<Item> page = tables.page(each.spec(tables), visible, each.filter(uidp), request);
      begin = Math.min(begin + skip, expected.size());
      int end = Math.min(begin + size, expected.size());
      assertThat(page.items())
          .as(description + " after " + skip)
          .extracting(Item::uid)
          .isEqualTo(expected.subList(begin, end));
      assertThat(page.totalCount()).as(description).hasValue(expected.size());
      assertThat(page.nextPageToken().isPresent()).as(description).isEqualTo(end < expected.size());
      begin = end;
      token = page.nextPageToken().orElse("");
    } while (!token.isEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void aSubtreeBeginsAndEndsExactly(TestDatabase database) {
    try (ListTables tables = new ListTables(database)) {
      tables.insertItems(UidTree.ALL.stream().map(this::row).toList());
      for (Uid top : UidTree.ALL) {
        List<Uid> visible = List.of(top);
        List<Uid> inside = UidTree.ALL.stream().filter(top::covers).sorted().toList();

        assertThat(tables.walk(tables.items(), visible, ListTables.everything(), List.of()))
            .extracting(Item::uid)
            .isEqualTo(inside);
        assertThat(all(tables, tables.items(), visible, "name", 200))
            .extracting(Item::uid)
            .containsExactlyInAnyOrderElementsOf(inside);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aListMayHaveKeysOfTextThatSayNothingOfTheGroup(TestDatabase database) {
    try (ListTables tables = new ListTables(database)) {
      Uid root = GroupRows.root(random);
      Uid part = GroupRows.child(root, random);
      Uid other = GroupRows.root(random);
      List<Uid> groups = List.of(root, part, GroupRows.child(part, random), other);
      Map<String, Map.Entry<Uid, String>> facts = new LinkedHashMap<>();
      for (int i = 0; i < 900; i++) {
        String id = "F-" + Integer.toString(random.nextInt(), Character.MAX_RADIX);
        facts.put(
            id, Map.entry(groups.get(random.nextInt(4)), List.of("a", "b").get(random.nextInt(2))));
      }
      tables.insertFacts(facts);
      tables.analyze();
      for (List<Uid> visible :
          List.of(List.of(root), List.of(part), List.of(part, other), List.of(root, other))) {
        for (boolean descending : List.of(false, true)) {
          for (String order : List.of("id", "name")) {
            Comparator<String> byField =
                order.equals("id")
                    ? Comparator.naturalOrder()
                    : Comparator.<String, String>comparing(id -> facts.get(id).getValue())
                        .thenComparing(Comparator.naturalOrder());
            List<String> expected =
                facts.keySet().stream()
                    .filter(
                        id -> visible.stream().anyMatch(top -> top.covers(facts.get(id).getKey())))
                    .sorted(descending ? byField.reversed() : byField)
                    .toList();
            assertThat(
                    all(tables, tables.facts(), visible, order + (descending ? " desc" : ""), 70))
                .as(seed + " " + order + descending + visible)
                .isEqualTo(expected);
          }
        }
      }
      assertThat(tables.walk(tables.facts(), List.of(), ListTables.everything(), List.of()))
          .isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aListMayHaveKeysThatAreNumbersAndBeForEverybody(TestDatabase database) {
    try (ListTables tables = new ListTables(database)) {
      Map<Long, String> lines = new LinkedHashMap<>();
      LongStream.of(-5, 0, 9, 10, 100, 99, Long.MAX_VALUE, 11).forEach(n -> lines.put(n, "same"));
      for (int i = 0; i < 300; i++) {
        lines.put((long) random.nextInt(), List.of("a", "b").get(random.nextInt(2)));
      }
      tables.insertLines(lines);
      tables.analyze();
      Comparator<Long> byName = Comparator.comparing(lines::get);
      Comparator<Long> byNameAndNumber = byName.thenComparing(Comparator.naturalOrder());

      assertThat(all(tables, tables.lines(), List.of(), "", 7))
          .as(seed.toString())
          .isEqualTo(lines.keySet().stream().sorted().toList());
      assertThat(all(tables, tables.lines(), List.of(), "line_number desc", 50))
          .isEqualTo(lines.keySet().stream().sorted(Comparator.reverseOrder()).toList());
      assertThat(all(tables, tables.lines(), List.of(), "name desc", 50))
          .isEqualTo(lines.keySet().stream().sorted(byNameAndNumber.reversed()).toList());
      assertThat(tables.walk(tables.lines(), List.of(), ListTables.everything(), List.of()))
          .isEqualTo(lines.keySet().stream().sorted().toList());
    }
  }

  private static <R> List<R> all(
      ListTables tables, ListSpec<R> spec, List<Uid> visible, String order, int size) {
    List<R> read = new ArrayList<>();
    String token = "";
    do {
      Page<R> page =
          tables.page(
              spec,
              visible,
              ListTables.everything(),
              List.of(),
              new PageRequest(size, token, order, 0));
      read.addAll(page.items());
      token = page.nextPageToken().orElse("");
    } while (!token.isEmpty());
    return read;
  }

  @Test
  void aUidOfOneThatCanBeNoParentHasNoChildrenAndIsNotLookedUp() {
    try (ListTables tables = new ListTables(TestDatabase.H2)) {
      Uid deep = GroupRows.root(random);
      for (int i = 0; i <= ParentKind.GROUP.maxDepth(); i++) {
        deep = GroupRows.child(deep, random);
      }
      UidpFilter children = ListTables.children(deep);
      List<Uid> visible = List.of(deep.root());

      assertThat(
              tables.measure(
                  () ->
                      assertThat(tables.walk(tables.items(), visible, children, List.of()))
                          .isEmpty()))
          .isEmpty();
    }
  }

  @Test
  void differentConditionsHaveDifferentTexts() {
    Optional<Instant> time = Optional.of(START);
    Optional<Instant> open = Optional.empty();
    List<Condition> different =
        List.of(
            Condition.equal("a", "b"),
            Condition.equal("a", "b1:c"),
            Condition.equal("b", "a"),
            Condition.equal("a", 1L),
            Condition.equal("a", "1"),
            Condition.equal("a", true),
            Condition.equal("a", "true"),
            Condition.anyOf("a", List.of("b", "c")),
            Condition.anyOf("a", List.of("b1:c", "d")),
            Condition.anyOf("a", List.of("b", "1:cd")),
            Condition.anyOf("a", List.of("b", "c", "")),
            Condition.anyOf("a", List.of("b", "cString:d", "e")),
            Condition.anyOf("a", List.of("bString:c", "d", "e")),
            Condition.anyOf("a", List.of(1L, 2L)),
            Condition.anyOf("a", List.of("1", "2")),
            Condition.absent("a"),
            Condition.absent("b"),
            Condition.range("a", time, open),
            Condition.range("a", open, time),
            Condition.range("a", time, time),
            Condition.range("a", time.map(start -> start.plusNanos(1_000)), open),
            Condition.since("a", START),
            Condition.since("a", START.plusNanos(1_000)),
            Condition.noneOf("a", List.of("b")),
            Condition.noneOf("a", List.of("b", "c")),
            Condition.contains(List.of("a"), "b"),
            Condition.contains(List.of("a", "b"), "b"),
            Condition.contains(List.of("a1:b"), "b"),
            Condition.contains(List.of("a"), "B"),
            Condition.containsInLowerCase("a", "b"),
            Condition.anyBit("a", 1),
            Condition.anyBit("a", 3),
            Condition.anyBit("b", 1),
            Condition.exists(new Condition.Child("C", "r", "k")),
            Condition.exists(new Condition.Child("C", "r", "k"), Condition.equal("a", "b")),
            Condition.none(new Condition.Child("C", "r", "k"), Condition.equal("a", "b")),
            Condition.exists(new Condition.Child("D", "r", "k"), Condition.equal("a", "b")));
    Set<String> texts = new HashSet<>();
    for (Condition one : different) {
      ListFilter filter = new ListFilter(UidpFilter.NONE, List.of(one));
      texts.add(filter.canonicalText());
      texts.add(filter.in(List.of(1, 2)).canonicalText());
      texts.add(filter.in(List.of(12)).canonicalText());
      for (Condition other : different) {
        texts.add(new ListFilter(UidpFilter.NONE, List.of(one, other)).canonicalText());
      }
    }

    assertThat(texts).hasSize(different.size() * (different.size() + 3));
    ListFilter both = new ListFilter(UidpFilter.NONE, List.of()).in(List.of(2, 1, 2));
    assertThat(both.canonicalText()).isEqualTo(both.in(List.of(1, 2)).canonicalText());
    assertThat(Condition.anyOf("a", List.of("c", "b", "c")).canonicalText())
        .isEqualTo(Condition.anyOf("a", List.of("b", "c")).canonicalText());
    assertThat(Condition.anyOf("a", List.of("b", "b")).canonicalText())
        .isEqualTo(Condition.equal("a", "b").canonicalText());
  }

  /** A page that ends early is continued where it ended, and nothing else of the list changes. */
  @ParameterizedTest
  @EnumSource
  void aPageEndsBeforeItsRowsAreTooLargeTogether(TestDatabase database) {
    try (ListTables tables = new ListTables(database)) {
      Uid root = GroupRows.root(random);
      List<ItemRow> rows = new ArrayList<>();
      addTree(rows, root, 40);
      tables.insertItems(rows);
      List<Uid> uids = rows.stream().map(ItemRow::uid).sorted().toList();
      Set<Uid> large = Set.of(uids.get(0), uids.get(7), uids.get(8), uids.get(39));
      ListSpec<Item> spec =
          tables
              .buildItems()
              .withPageLimit(
                  new ListSpec.PageLimit<>(10, item -> large.contains(item.uid()) ? 11 : 3))
              .build();
      List<Integer> sizes = new ArrayList<>();
      List<Uid> read = new ArrayList<>();
      String token = "";
      do {
        Page<Item> page =
            tables.page(
                spec,
                List.of(root),
                new ListFilter(ListTables.everything(), List.of()),
                new PageRequest(20, token, "uid", 0));
        assertThat(page.totalCount()).hasValue(40);
        sizes.add(page.items().size());
        page.items().forEach(item -> read.add(item.uid()));
        token = page.nextPageToken().orElse("");
      } while (!token.isEmpty());

      assertThat(read).isEqualTo(uids);
      assertThat(sizes).startsWith(1, 3, 3, 1, 1, 3).endsWith(3, 1);
    }
  }

  /** The hidden parents and the current time may differ from page to page. */
  @ParameterizedTest
  @EnumSource
  void theChildrenOfHiddenParentsAreNotShown(TestDatabase database) {
    try (ListTables tables = new ListTables(database)) {
      Uid root = GroupRows.root(random);
      List<ItemRow> rows = new ArrayList<>();
      addTree(rows, root, 300);
      tables.insertItems(rows);
      Uid hidden = rows.get(1).uid();
      List<Uid> shown =
          rows.stream()
              .map(ItemRow::uid)
              .filter(uid -> !uid.parent().equals(Optional.of(hidden)))
              .sorted()
              .toList();
      Condition sinceStart =
          new SinceCondition(
              "createTime", START.minusSeconds(1), Optional.of(START.plusSeconds(999)));
      ListFilter all = new ListFilter(UidpFilter.NONE, List.of(sinceStart));
      ListFilter some =
          new ListFilter(
                  UidpFilter.NONE,
                  List.of(
                      new SinceCondition(
                          "createTime",
                          START.minusSeconds(1),
                          Optional.of(START.plusSeconds(9_999)))))
              .withoutChildrenOf(Set.of(hidden, root.newChild()));

      Page<Item> first =
          tables.page(tables.items(), List.of(root), some, new PageRequest(200, "", "", 0));
      assertThat(first.items())
          .as(seed.toString())
          .extracting(Item::uid)
          .isEqualTo(shown.subList(0, 200));
      assertThat(first.totalCount()).hasValue(shown.size());
      assertThat(tables.walk(tables.items(), List.of(root), some))
          .extracting(Item::uid)
          .isEqualTo(shown);
      assertThat(
              tables.walk(
                  tables.items(),
                  List.of(root),
                  new ListFilter(ListTables.children(hidden), List.of())
                      .withoutChildrenOf(Set.of(hidden))))
          .isEmpty();
      assertThat(
              tables.walk(
                  tables.items(),
                  List.of(root),
                  new ListFilter(UidpFilter.NONE.only(rows.get(rows.size() - 1).uid()), List.of())
                      .withoutChildrenOf(
                          List.of(rows.get(rows.size() - 1).uid().parent().orElseThrow()))))
          .isEmpty();
      String token =
          tables
              .page(tables.items(), List.of(root), all, new PageRequest(10, "", "", 0))
              .nextPageToken()
              .orElseThrow();
      Uid last = rows.stream().map(ItemRow::uid).sorted().toList().get(9);
      assertThat(
              tables
                  .page(tables.items(), List.of(root), some, new PageRequest(200, token, "", 0))
                  .items())
          .extracting(Item::uid)
          .startsWith(
              shown.stream().filter(uid -> uid.compareTo(last) > 0).findFirst().orElseThrow())
          .isSubsetOf(shown);
    }
  }

  @Test
  void aListOfNoPartitionIsEmpty() {
    try (ListTables tables = new ListTables(TestDatabase.H2)) {
      Uid root = GroupRows.root(random);
      ListFilter none = new ListFilter(UidpFilter.NONE, List.of()).in(List.of());

      Page<Item> page =
          tables.page(tables.formItems(), List.of(root), none, new PageRequest(1, "", "", 0));

      assertThat(page.items()).isEmpty();
      assertThat(page.totalCount()).hasValue(0);
      assertThat(page.nextPageToken()).isEmpty();
      assertThat(tables.walk(tables.formItems(), List.of(root), none)).isEmpty();
    }
  }

  @Test
  void aTokenBelongsToItsConditions() {
    try (ListTables tables = new ListTables(TestDatabase.H2)) {
      Uid root = GroupRows.root(random);
      List<ItemRow> rows = new ArrayList<>();
      addTree(rows, root, 60);
      tables.insertItems(rows);
      List<Condition> conditions = List.of(Condition.equal("hidden", true));
      String token =
          tables
              .page(
                  tables.items(),
                  List.of(root),
                  ListTables.everything(),
                  conditions,
                  new PageRequest(1, "", "", 0))
              .nextPageToken()
              .orElseThrow();
      PageRequest next = new PageRequest(1, token, "", 0);

      assertThat(
              World.outcome(
                  () ->
                      tables.page(
                          tables.items(),
                          List.of(root),
                          ListTables.everything(),
                          List.of(Condition.equal("hidden", false)),
                          next)))
          .isEqualTo("INVALID_ARGUMENT");
      assertThat(
              tables
                  .page(tables.items(), List.of(root), ListTables.everything(), conditions, next)
                  .items())
          .hasSize(1);
    }
  }
}
