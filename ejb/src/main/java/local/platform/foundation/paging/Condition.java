package local.platform.foundation.paging;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import local.platform.foundation.uid.Uid;

/**
 * A filter of a list, besides the part of the hierarchy. Conditions on indexed attributes can drive
 * a statement, by the indexes {@code ix_<table>_<scope>_<attribute>}; the others are checked row by
 * row, which is fast if most rows meet them, or if another condition leaves few rows.
 */
public sealed interface Condition {
  /** Returns a text that is equal for equal conditions and only for those. */
  String canonicalText();

  /**
   * Returns the condition as a check of one row.
   *
   * @param entity the alias of the entity in JPQL
   * @param name a prefix for parameters, unique in the statement
   */
  Clause clause(String entity, String name);

  /**
   * Returns the condition in the form that drives a statement by an index. Only for selective
   * conditions.
   *
   * @param name a prefix for parameters, unique in the statement
   * @param root the organization that contains all rows of the statement; empty if there is none
   */
  default Clause leadingClause(String entity, String name, Optional<Uid> root) {
    return clause(entity, name);
  }

  /**
   * Returns the indexed attribute that the condition restricts to one value; empty if there is
   * none. Its index has the rows in the order of the key.
   */
  default Optional<String> fixed() {
    return Optional.empty();
  }

  /**
   * Returns conditions that restrict an indexed attribute to one value each, and whose union is
   * this condition; only this one if there are none.
   */
  default List<Condition> alternatives() {
    return List.of(this);
  }

  /** Returns whether an index finds the rows that meet the condition, in whatever order. */
  default boolean isSelective() {
    return fixed().isPresent();
  }

  /** Returns whether indexes find the rows, those of one or of several values. */
  default boolean isIndexed() {
    return isSelective() || alternatives().size() > 1;
  }

  /** Returns whether the condition, which is selective, leaves so few rows that all may be read. */
  default boolean findsFew() {
    return fixed().isPresent();
  }

  /**
   * Returns the attribute of the listed entity whose index finds the rows; empty if there is none.
   */
  default Optional<String> leads() {
    return fixed();
  }

  /**
   * A condition in JPQL.
   *
   * @param text its text
   * @param parameters its parameters
   */
  record Clause(String text, Map<String, Object> parameters) {}

  /** Returns the condition that an indexed attribute has a value. */
  static Condition equal(String attribute, Object value) {
    return new Equal(attribute, value, true);
  }

  /** Returns the condition that an attribute has a value, checked row by row. */
  static Condition equalUnindexed(String attribute, Object value) {
    return new Equal(attribute, value, false);
  }

  /** Returns the condition that an indexed attribute has one of some values, at least one. */
  static Condition anyOf(String attribute, Collection<?> values) {
    return AnyOf.of(attribute, values, true);
  }

  /** Returns the condition that an attribute has one of some values, checked row by row. */
  static Condition anyOfUnindexed(String attribute, Collection<?> values) {
    return AnyOf.of(attribute, values, false);
  }

  /** Returns the condition that an indexed attribute is null. */
  static Condition absent(String attribute) {
    return new Absent(attribute, true);
  }

  /**
   * Returns the condition that an indexed time lies in a range.
   *
   * @param after the exclusive lower bound; empty if there is none
   * @param until the inclusive upper bound; empty if there is none
   */
  static Condition range(String attribute, Optional<Instant> after, Optional<Instant> until) {
    return new Range(attribute, after, until);
  }

  /**
   * Returns the condition that an indexed time is after another one and before now, for lists of
   * what has changed since then. On the next page of the list, now may be later.
   */
  static Condition since(String attribute, Instant after, Instant now) {
    return new Since(attribute, after, now);
  }

  /**
   * Returns the condition that an attribute has none of some values, or is null; checked row by
   * row.
   */
  static Condition noneOf(String attribute, Collection<?> values) {
    return new NoneOf(attribute, List.copyOf(values));
  }

  /** Returns the condition that one of some attributes contains a text, ignoring case. */
  static Condition contains(List<String> attributes, String text) {
    return new Contains(attributes, text, false);
  }

  /**
   * Returns the condition that an attribute, whose values are in lower case, contains a text,
   * ignoring case. This is faster than {@link #contains}.
   */
  static Contains containsInLowerCase(String attribute, String text) {
    return new Contains(List.of(attribute), text.toLowerCase(Locale.ROOT), true);
  }

  /**
   * Returns a condition whose rows were found before the list is read. The rows are checked again,
   * and the text remains that of the condition.
   *
   * @param attribute an attribute with a unique index
   * @param values its values in the rows that were found, so few that all may be read
   * @param condition the condition that these rows meet
   */
  static Condition among(String attribute, Collection<?> values, Condition condition) {
    return new Among(attribute, List.copyOf(values), condition);
  }

  /**
   * Returns the condition that an attribute, a set of bits, contains at least one of some bits,
   * checked row by row.
   *
   * @param bits the bits; at least one
   */
  static Condition anyBit(String attribute, int bits) {
    return new AnyBit(attribute, bits);
  }

  /**
   * Returns the condition that a row of another table refers to the row and meets some conditions.
   */
  static Condition exists(Child child, Condition... conditions) {
    return new Exists(child, List.of(conditions), true, false);
  }

  /** Returns the same, checked row by row. */
  static Condition existsUnindexed(Child child, Condition... conditions) {
    return new Exists(child, List.of(conditions), false, false);
  }

  /**
   * Returns the condition that no row of another table refers to the row and meets some conditions.
   */
  static Condition none(Child child, Condition... conditions) {
    return new Exists(child, List.of(conditions), false, true);
  }

  /** The attribute has the value. */
  record Equal(String attribute, Object value, boolean indexed) implements Condition {
    @Override
    public String canonicalText() {
      return Texts.list("equal", attribute, Texts.value(value));
    }

    @Override
    public Clause clause(String entity, String name) {
      return new Clause(entity + "." + attribute + " = :" + name, Map.of(name, value));
    }

    @Override
    public Optional<String> fixed() {
      return indexed ? Optional.of(attribute) : Optional.empty();
    }
  }

  /** The attribute has one of several values, which are sorted. */
  record AnyOf(String attribute, List<Object> values, boolean indexed) implements Condition {
    public AnyOf {
      values = List.copyOf(values);
    }

    static Condition of(String attribute, Collection<?> values, boolean indexed) {
      if (values.isEmpty()) {
        throw new IllegalArgumentException("no value of " + attribute);
      }
      // Sorted and without duplicates, so that the same values in another order are the same list.
      TreeMap<String, Object> different = new TreeMap<>();
      values.forEach(value -> different.put(Texts.value(value), value));
      return different.size() == 1
          ? new Equal(attribute, different.firstEntry().getValue(), indexed)
          : new AnyOf(attribute, List.copyOf(different.values()), indexed);
    }

    @Override
    public String canonicalText() {
      return Texts.list(
          "anyOf", attribute, Texts.list(values.stream().map(Texts::value).toArray(String[]::new)));
    }

    @Override
    public Clause clause(String entity, String name) {
      return new Clause(entity + "." + attribute + " in (:" + name + ")", Map.of(name, values));
    }

    @Override
    public List<Condition> alternatives() {
      return indexed
          ? values.stream().<Condition>map(value -> new Equal(attribute, value, true)).toList()
          : List.of(this);
    }
  }

  /** The attribute is null. */
  record Absent(String attribute, boolean indexed) implements Condition {
    @Override
    public String canonicalText() {
      return Texts.list("absent", attribute);
    }

    @Override
    public Clause clause(String entity, String name) {
      // MySQL does not see that "is null" leaves one value, within which the index is sorted by
      // key.
      return new Clause(entity + "." + attribute + " is not distinct from null", Map.of());
    }

    @Override
    public Optional<String> fixed() {
      return indexed ? Optional.of(attribute) : Optional.empty();
    }
  }

  /**
   * The time lies in a range, whose lower bound is exclusive and whose upper bound is inclusive.
   */
  record Range(String attribute, Optional<Instant> after, Optional<Instant> until)
      implements Condition {
    public Range {
      if (after.isEmpty() && until.isEmpty()) {
        throw new IllegalArgumentException("no end of the range of " + attribute);
      }
    }

    @Override
    public String canonicalText() {
      return Texts.list(
          "range", attribute, Texts.value(after.orElse(null)), Texts.value(until.orElse(null)));
    }

    @Override
    public Clause clause(String entity, String name) {
      List<String> texts = new ArrayList<>();
      Map<String, Object> parameters = new HashMap<>();
      after.ifPresent(
          time -> {
            texts.add(entity + "." + attribute + " > :" + name + "After");
            parameters.put(name + "After", time);
          });
      until.ifPresent(
          time -> {
            texts.add(entity + "." + attribute + " <= :" + name + "Until");
            parameters.put(name + "Until", time);
          });
      return new Clause(String.join(" and ", texts), parameters);
    }

    @Override
    public boolean isSelective() {
      return true;
    }

    @Override
    public Optional<String> leads() {
      return Optional.of(attribute);
    }
  }

  /** The time is after one and before another one, which is not part of the text. */
  record Since(String attribute, Instant after, Instant now) implements Condition {
    @Override
    public String canonicalText() {
      return Texts.list("since", attribute, Texts.value(after));
    }

    @Override
    public Clause clause(String entity, String name) {
      return new Clause(
          "%1$s.%2$s > :%3$sAfter and %1$s.%2$s < :%3$sNow".formatted(entity, attribute, name),
          Map.of(name + "After", after, name + "Now", now));
    }

    @Override
    public boolean isSelective() {
      return true;
    }

    @Override
    public Optional<String> leads() {
      return Optional.of(attribute);
    }
  }

  /**
   * The attribute has none of the values, or is null.
   *
   * @param values at least one
   */
  record NoneOf(String attribute, List<Object> values) implements Condition {
    public NoneOf {
      values = List.copyOf(values);
    }

    @Override
    public String canonicalText() {
      return Texts.list(
          "noneOf",
          attribute,
          Texts.list(values.stream().map(Texts::value).toArray(String[]::new)));
    }

    @Override
    public Clause clause(String entity, String name) {
      return new Clause(
          "(%1$s.%2$s is null or %1$s.%2$s not in (:%3$s))".formatted(entity, attribute, name),
          Map.of(name, values));
    }
  }

  /**
   * One of the attributes contains the text, ignoring case.
   *
   * @param text matched literally, without wildcards
   * @param inLowerCase whether text and attributes are in lower case already
   */
  record Contains(List<String> attributes, String text, boolean inLowerCase) implements Condition {
    public Contains {
      attributes = List.copyOf(attributes);
    }

    @Override
    public String canonicalText() {
      return Texts.list(
          inLowerCase ? "containsInLowerCase" : "contains",
          Texts.list(attributes.toArray(String[]::new)),
          text);
    }

    @Override
    public Clause clause(String entity, String name) {
      String pattern = "%" + text.replaceAll("[!%_]", "!$0") + "%";
      String template =
          inLowerCase ? "%s.%s like :%s escape '!'" : "lower(%s.%s) like lower(:%s) escape '!'";
      return new Clause(
          attributes.stream()
              .map(each -> template.formatted(entity, each, name))
              .collect(Collectors.joining(" or ", "(", ")")),
          Map.of(name, pattern));
    }
  }

  /**
   * A condition whose rows were found before.
   *
   * @param values the values of the attribute in these rows
   */
  record Among(String attribute, List<Object> values, Condition condition) implements Condition {
    public Among {
      values = List.copyOf(values);
    }

    @Override
    public String canonicalText() {
      return condition.canonicalText();
    }

    @Override
    public Clause clause(String entity, String name) {
      if (values.isEmpty()) {
        return new Clause("1 = 0", Map.of());
      }
      Clause checked = condition.clause(entity, name);
      Map<String, Object> parameters = new HashMap<>(checked.parameters());
      parameters.put(name + "Values", values);
      return new Clause(
          "%s.%s in (:%sValues) and %s".formatted(entity, attribute, name, checked.text()),
          parameters);
    }

    @Override
    public boolean isSelective() {
      return true;
    }

    @Override
    public boolean findsFew() {
      return true;
    }
  }

  /** The attribute has at least one of the bits. */
  record AnyBit(String attribute, int bits) implements Condition {
    public AnyBit {
      if (bits == 0) {
        throw new IllegalArgumentException("no bit of " + attribute);
      }
    }

    @Override
    public String canonicalText() {
      return Texts.list("anyBit", attribute, Integer.toString(bits));
    }

    @Override
    public Clause clause(String entity, String name) {
      // No parameter: H2 cannot tell its type.
      return new Clause("bitand(%s.%s, %d) <> 0".formatted(entity, attribute, bits), Map.of());
    }
  }

  /** The attribute is not null. */
  record Present(String attribute, ColumnType type) implements Condition {
    @Override
    public String canonicalText() {
      return Texts.list("present", attribute);
    }

    /** Returns a comparison, from which both databases take the beginning of a range. */
    @Override
    public Clause clause(String entity, String name) {
      return new Clause(entity + "." + attribute + " >= :" + name, Map.of(name, type.least()));
    }
  }

  /**
   * A table whose rows refer to the listed ones.
   *
   * @param entity name of its JPA entity, which needs {@code rootUid} if it drives the statement
   * @param reference its attribute that refers to the listed row, with which an index begins
   * @param key the attribute of the listed row to which it refers, which is unique: the key of the
   *     list, or a number that takes less space in the indexes of the other table
   */
  record Child(String entity, String reference, String key) {}

  /**
   * Some row of another table refers to the row and meets further conditions, or no row does.
   *
   * @param conditions the further conditions
   * @param indexed whether the other table has an index on root, attribute of the first condition,
   *     and reference (without the root if every caller sees all rows of the list) that finds few
   *     rows
   * @param none whether there must be no such row
   */
  record Exists(Child child, List<Condition> conditions, boolean indexed, boolean none)
      implements Condition {
    public Exists {
      conditions = List.copyOf(conditions);
      if (none && indexed) {
        throw new IllegalArgumentException("no index leads to what is missing");
      }
    }

    @Override
    public String canonicalText() {
      return Texts.list(
          none ? "none" : "exists",
          child.entity(),
          child.reference(),
          Texts.list(conditions.stream().map(Condition::canonicalText).toArray(String[]::new)));
    }

    /**
     * Returns a comparison with a count: MySQL would turn {@code exists} into a join in an order of
     * its own choice.
     */
    @Override
    public Clause clause(String entity, String name) {
      Clause inner = inner(name);
      String text =
          "(select count(*) from %s %s where %s.%s = %s.%s%s) %s 0"
              .formatted(
                  child.entity(),
                  name,
                  name,
                  child.reference(),
                  entity,
                  child.key(),
                  inner.text(),
                  none ? "=" : ">");
      return new Clause(text, inner.parameters());
    }

    @Override
    public Clause leadingClause(String entity, String name, Optional<Uid> root) {
      Clause inner = inner(name);
      Map<String, Object> parameters = new HashMap<>(inner.parameters());
      root.ifPresent(uid -> parameters.put(name + "Root", uid));
      String text =
          "%s.%s in (select %s.%s from %s %s where %s%s)"
              .formatted(
                  entity,
                  child.key(),
                  name,
                  child.reference(),
                  child.entity(),
                  name,
                  root.isPresent() ? name + ".rootUid = :" + name + "Root" : "1 = 1",
                  inner.text());
      return new Clause(text, parameters);
    }

    private Clause inner(String name) {
      StringBuilder text = new StringBuilder();
      Map<String, Object> parameters = new HashMap<>();
      for (int i = 0; i < conditions.size(); i++) {
        Clause clause = conditions.get(i).clause(name, name + "x" + i);
        text.append(" and ").append(clause.text());
        parameters.putAll(clause.parameters());
      }
      return new Clause(text.toString(), parameters);
    }

    @Override
    public boolean isSelective() {
      return indexed;
    }
  }
}
