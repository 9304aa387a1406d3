package local.platform.foundation.paging;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import local.platform.foundation.uid.Uid;

/**
 * A filter of a list, besides the part of the hierarchy. Conditions on attributes that the list
 * declares as indexed can drive a statement, by the indexes {@code ix_<table>_<scope>_<attribute>};
 * the others are checked row by row, which is fast if most rows meet them, or if another condition
 * leaves few rows.
 */
public sealed interface Condition
    permits Condition.Contains,
        AbsentCondition,
        AmongCondition,
        AnyBitCondition,
        AnyOfCondition,
        CheckedCondition,
        EqualCondition,
        ExistsCondition,
        NoneOfCondition,
        PresentCondition,
        RangeCondition,
        SinceCondition {
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
  default Optional<String> fixed(Indexes indexes) {
    return Optional.empty();
  }

  /**
   * Returns conditions that restrict an indexed attribute to one value each, and whose union is
   * this condition; only this one if there are none.
   */
  default List<Condition> alternatives(Indexes indexes) {
    return List.of(this);
  }

  /** Returns whether an index finds the rows that meet the condition, in whatever order. */
  default boolean isSelective(Indexes indexes) {
    return leads(indexes).isPresent();
  }

  /** Returns whether indexes find the rows, those of one or of several values. */
  default boolean isIndexed(Indexes indexes) {
    return isSelective(indexes) || alternatives(indexes).size() > 1;
  }

  /** Returns whether the condition, which is selective, leaves so few rows that all may be read. */
  default boolean findsFew(Indexes indexes) {
    return fixed(indexes).isPresent();
  }

  /**
   * Returns the attribute of the listed entity whose index finds the rows; empty if there is none.
   */
  default Optional<String> leads(Indexes indexes) {
    return fixed(indexes);
  }

  /**
   * A condition in JPQL.
   *
   * @param text its text
   * @param parameters its parameters
   */
  record Clause(String text, Map<String, Object> parameters) {}

  /** Returns the condition that an attribute has a value. */
  static Condition equal(String attribute, Object value) {
    return new EqualCondition(attribute, value);
  }

  /** Returns the condition that an attribute has one of some values, at least one. */
  static Condition anyOf(String attribute, Collection<?> values) {
    return AnyOfCondition.of(attribute, values);
  }

  /** Returns the condition that an attribute is null. */
  static Condition absent(String attribute) {
    return new AbsentCondition(attribute);
  }

  /**
   * Returns the condition that a time lies in a range.
   *
   * @param after the exclusive lower bound; empty if there is none
   * @param until the inclusive upper bound; empty if there is none
   */
  static Condition range(String attribute, Optional<Instant> after, Optional<Instant> until) {
    return new RangeCondition(attribute, after, until);
  }

  /**
   * Returns the condition that a time is after another one, for lists of what has changed since
   * then. The list has only changes before which nothing can appear any more; it takes their end
   * from {@link local.platform.foundation.time.ChangeTimes}, from which the times must come too.
   * All its pages have the same end.
   */
  static Condition since(String attribute, Instant after) {
    return new SinceCondition(attribute, after, Optional.empty());
  }

  /**
   * Returns the condition that an attribute has none of some values, or is null; checked row by
   * row.
   */
  static Condition noneOf(String attribute, Collection<?> values) {
    return new NoneOfCondition(attribute, List.copyOf(values));
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
    return new AmongCondition(attribute, List.copyOf(values), condition);
  }

  /**
   * Returns the condition that an attribute, a set of bits, contains at least one of some bits,
   * checked row by row.
   *
   * @param bits the bits; at least one
   */
  static Condition anyBit(String attribute, int bits) {
    return new AnyBitCondition(attribute, bits);
  }

  /**
   * Returns the condition that a row of another table refers to the row and meets some conditions.
   */
  static Condition exists(Child child, Condition... conditions) {
    return new ExistsCondition(child, List.of(conditions), false);
  }

  /**
   * Returns the condition that no row of another table refers to the row and meets some conditions.
   */
  static Condition none(Child child, Condition... conditions) {
    return new ExistsCondition(child, List.of(conditions), true);
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
      // Not lower(), with which H2 has the letters of the process's locale.
      String template = inLowerCase ? "%s.%s like :%s escape '!'" : "%s.%s ilike :%s escape '!'";
      return new Clause(
          attributes.stream()
              .map(each -> String.format(Locale.ROOT, template, entity, each, name))
              .collect(Collectors.joining(" or ", "(", ")")),
          Map.of(name, pattern));
    }
  }

  /**
   * A table whose rows refer to the listed ones.
   *
   * @param entity name of its JPA entity, which needs {@code rootUid} if it drives the statement
   * @param reference its attribute that refers to the listed row, with which an index begins
   * @param key the attribute of the listed row to which it refers, which is unique: the key of the
   *     list, or a number that takes less space in the indexes of the other table
   * @param indexed its attributes with an index on root, attribute and reference (without the root
   *     if every caller sees all rows of the list) that finds few rows
   */
  record Child(String entity, String reference, String key, Set<String> indexed)
      implements Indexes {
    public Child {
      indexed = Set.copyOf(indexed);
    }

    /** Creates a table without such indexes. */
    public Child(String entity, String reference, String key) {
      this(entity, reference, key, Set.of());
    }

    /** Returns the same with indexes on some attributes. */
    public Child indexedBy(String... attributes) {
      return new Child(entity, reference, key, Set.of(attributes));
    }

    @Override
    public boolean isIndexed(String attribute) {
      return indexed.contains(attribute);
    }
  }
}
