package local.platform.paging;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import local.platform.uid.Uid;

/**
 * What the rows of a list must meet, besides where they lie. Those whose attribute is indexed lead
 * a statement to its rows, by the indexes {@code ix_<table>_<scope>_<attribute>}; the others are
 * looked at row by row, which is good where most rows meet them, or where others lead to few rows.
 */
public sealed interface Condition {
  /** Returns a text that is the same for equal conditions and for no others. */
  String canonicalText();

  /**
   * Returns the condition as it is asked of a row.
   *
   * @param entity the variable of the entity in JPQL
   * @param name a name that no other condition of the statement has, for its parameters
   */
  Clause clause(String entity, String name);

  /**
   * Returns the condition as it leads to the rows that meet it; only for those that are selective.
   *
   * @param name a name that no other condition of the statement has, for its parameters
   * @param root the organization in which all rows of the statement lie; empty if in any
   */
  default Clause leadingClause(String entity, String name, Optional<Uid> root) {
    return clause(entity, name);
  }

  /** Returns the indexed attribute of which it leaves one value; empty if it does not. */
  default Optional<String> fixed() {
    return Optional.empty();
  }

  /**
   * Returns conditions each of which leaves one value, of which each row that meets this meets one.
   */
  default List<Condition> alternatives() {
    return List.of(this);
  }

  /** Returns whether an index leads to the rows that meet it, which lie in no order of the list. */
  default boolean isSelective() {
    return false;
  }

  /** Returns the attribute of the rows themselves whose index leads to them; empty if none does. */
  default Optional<String> leads() {
    return Optional.empty();
  }

  /**
   * A condition in JPQL.
   *
   * @param text its text
   * @param parameters its parameters
   */
  record Clause(String text, Map<String, Object> parameters) {}

  /** Returns that an indexed attribute has a value. */
  static Condition equal(String attribute, Object value) {
    return new Equal(attribute, value, true);
  }

  /** Returns that an attribute has a value, which is looked at row by row. */
  static Condition equalUnindexed(String attribute, Object value) {
    return new Equal(attribute, value, false);
  }

  /** Returns that an indexed attribute has one of some values, of which there is at least one. */
  static Condition anyOf(String attribute, Collection<?> values) {
    return AnyOf.of(attribute, values, true);
  }

  /** Returns that an attribute has one of some values, which is looked at row by row. */
  static Condition anyOfUnindexed(String attribute, Collection<?> values) {
    return AnyOf.of(attribute, values, false);
  }

  /** Returns that an indexed attribute has no value. */
  static Condition absent(String attribute) {
    return new Absent(attribute, true);
  }

  /**
   * Returns that an indexed time lies in a range.
   *
   * @param after the time after which it lies; empty if any
   * @param until the latest that it may be; empty if any
   */
  static Condition range(String attribute, Optional<Instant> after, Optional<Instant> until) {
    return new Range(attribute, after, until);
  }

  /** Returns that one of some attributes holds a text, whatever the case. */
  static Condition contains(List<String> attributes, String text) {
    return new Contains(attributes, text);
  }

  /** Returns that some row of another table refers to the row and meets conditions. */
  static Condition exists(Child child, Condition... conditions) {
    return new Exists(child, List.of(conditions), true, false);
  }

  /** Returns the same, looked at row by row. */
  static Condition existsUnindexed(Child child, Condition... conditions) {
    return new Exists(child, List.of(conditions), false, false);
  }

  /** Returns that no row of another table refers to the row and meets conditions. */
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

  /** The attribute has one of the values, of which there are several, in their order. */
  record AnyOf(String attribute, List<Object> values, boolean indexed) implements Condition {
    public AnyOf {
      values = List.copyOf(values);
    }

    static Condition of(String attribute, Collection<?> values, boolean indexed) {
      if (values.isEmpty()) {
        throw new IllegalArgumentException("no value of " + attribute);
      }
      // Sorted and each once: the same values in another order are the same list.
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

  /** The attribute has no value. */
  record Absent(String attribute, boolean indexed) implements Condition {
    @Override
    public String canonicalText() {
      return Texts.list("absent", attribute);
    }

    @Override
    public Clause clause(String entity, String name) {
      // As of "is null" MySQL does not see that it leaves one value, after which the key sorts.
      return new Clause(entity + "." + attribute + " is not distinct from null", Map.of());
    }

    @Override
    public Optional<String> fixed() {
      return indexed ? Optional.of(attribute) : Optional.empty();
    }
  }

  /** The time lies after the one, and not after the other. */
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

  /**
   * One of the attributes holds the text, whatever the case.
   *
   * @param text compared character by character: it has no wildcards
   */
  record Contains(List<String> attributes, String text) implements Condition {
    public Contains {
      attributes = List.copyOf(attributes);
    }

    @Override
    public String canonicalText() {
      return Texts.list("contains", Texts.list(attributes.toArray(String[]::new)), text);
    }

    @Override
    public Clause clause(String entity, String name) {
      String pattern = "%" + text.replaceAll("[!%_]", "!$0") + "%";
      return new Clause(
          attributes.stream()
              .map(
                  each -> "lower(" + entity + "." + each + ") like lower(:" + name + ") escape '!'")
              .collect(Collectors.joining(" or ", "(", ")")),
          Map.of(name, pattern));
    }
  }

  /**
   * A table whose rows refer to those of the list.
   *
   * @param entity name of its JPA entity, which has {@code rootUid} if it leads
   * @param reference its attribute that holds the key of a row of the list; it has an index that
   *     begins with it
   * @param key the attribute that is the key of the list
   */
  record Child(String entity, String reference, String key) {}

  /**
   * There is a row of another table that refers to the row and meets further conditions, or there
   * is none.
   *
   * @param conditions what it meets besides
   * @param indexed whether an index of it leads to few rows: root, attribute of the first
   *     condition, reference; without the root in a list that everybody sees
   * @param none whether there is to be none
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

    /** As a number: of what says that a row exists MySQL makes a join in an order of its own. */
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
      root.ifPresent(uid -> parameters.put(name + "Root", uid.value()));
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
