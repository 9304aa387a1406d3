package local.platform.paging;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Table;
import jakarta.persistence.Tuple;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.paging.Condition.Clause;
import local.platform.paging.Placement.InGroup;
import org.hibernate.jpa.HibernateHints;

/**
 * Writes and runs the statements that find the places of rows in one list.
 *
 * <p>The order begins with the column that the condition fixes ({@code ORDER BY root_uid, name,
 * uid}): H2 does not recognise the shorter form as sorted. And the index is named: MySQL chooses by
 * guesses at how many rows each would read, for large ranges taken from a few pages and never above
 * half of the table; by them it read all pages of a list before the one that was wanted. So an
 * entity that is listed has the indexes {@code ix_<table>_root_<field>} and {@code
 * ix_<table>_parent_<field>} for each field by which it can be ordered, and for each attribute that
 * leads to rows; without {@code root} and {@code parent} where everybody sees all rows.
 *
 * @param spec the list
 * @param fixed conditions that leave one value of an indexed attribute
 * @param driver the condition whose index leads to the rows, whatever the order; empty if they are
 *     read in the order of the list
 * @param filters conditions that are looked at row by row
 */
record KeyStatements(
    EntityManager entityManager,
    ListSpec<?> spec,
    SortOrder order,
    List<Condition> fixed,
    Optional<Condition> driver,
    List<Condition> filters) {
  private static final String ENTITY = "e";

  /** Returns the same with conditions: those that leave one value, and the others as filters. */
  KeyStatements with(List<Condition> conditions) {
    return new KeyStatements(
        entityManager,
        spec,
        order,
        conditions.stream().filter(each -> each.fixed().isPresent()).toList(),
        driver,
        conditions.stream().filter(each -> each.fixed().isEmpty()).toList());
  }

  /** Returns the same with a condition that leads to the rows. */
  KeyStatements drivenBy(Condition condition) {
    return new KeyStatements(entityManager, spec, order, fixed, Optional.of(condition), filters);
  }

  /** Returns the places of the rows that meet a condition. */
  List<Key> places(KeyCondition condition, Span span) {
    List<Clause> clauses = clauses(condition);
    span.after().ifPresent(key -> clauses.add(after(key)));
    Optional<String> place =
        spec.placement() instanceof InGroup inGroup
            ? Optional.of(inGroup.attribute())
            : Optional.empty();
    TypedQuery<Tuple> query =
        entityManager
            .createQuery(
                "select e.%s as rowKey, e.%s as sorted%s from %s e where %s order by %s"
                    .formatted(
                        key(),
                        order.field().attribute(),
                        place.map(attribute -> ", e." + attribute + " as place").orElse(""),
                        spec.entity(),
                        join(clauses),
                        orderBy(condition)),
                Tuple.class)
            .setMaxResults(span.limit())
            .setFirstResult(span.skip());
    bind(query, clauses);
    indexFor(condition).ifPresent(name -> query.setHint(HibernateHints.HINT_QUERY_DATABASE, name));
    return query.getResultList().stream()
        .map(
            row ->
                new Key(
                    row.get("rowKey"),
                    row.get("sorted"),
                    String.valueOf(row.get(place.isPresent() ? "place" : "rowKey"))))
        .toList();
  }

  /** Returns the number of rows that meet a condition. */
  long count(KeyCondition condition) {
    return count(condition, clauses(condition), false);
  }

  /** Returns the number of those that come after a place, up to and with another one. */
  long count(KeyCondition condition, Optional<Key> after, Key last) {
    List<Clause> clauses = clauses(condition);
    after.ifPresent(key -> clauses.add(after(key)));
    clauses.add(upTo(last));
    return count(condition, clauses, true);
  }

  private long count(KeyCondition condition, List<Clause> clauses, boolean inOrder) {
    TypedQuery<Long> query =
        entityManager.createQuery(
            "select count(*) from " + spec.entity() + " e where " + join(clauses), Long.class);
    bind(query, clauses);
    if (inOrder) {
      indexFor(condition)
          .ifPresent(name -> query.setHint(HibernateHints.HINT_QUERY_DATABASE, name));
    }
    return query.getSingleResult();
  }

  private List<Clause> clauses(KeyCondition condition) {
    List<Clause> clauses = new ArrayList<>();
    clauses.add(new Clause(condition.text(), condition.parameters()));
    for (int i = 0; i < fixed.size(); i++) {
      clauses.add(fixed.get(i).clause(ENTITY, "fixed" + i));
    }
    driver.ifPresent(leads -> clauses.add(leads.leadingClause(ENTITY, "lead", condition.root())));
    for (int i = 0; i < filters.size(); i++) {
      clauses.add(filters.get(i).clause(ENTITY, "filter" + i));
    }
    return clauses;
  }

  private static String join(List<Clause> clauses) {
    return clauses.stream().map(Clause::text).collect(Collectors.joining(" and "));
  }

  private static void bind(TypedQuery<?> query, List<Clause> clauses) {
    clauses.forEach(clause -> clause.parameters().forEach(query::setParameter));
  }

  /**
   * What comes after a place. It says the same twice: from the first comparison H2 takes where to
   * begin; from the others MySQL does, which then reads none of those before the place that have
   * the same value. A row comparison would be a range for neither.
   */
  private Clause after(Key place) {
    return beyond(place, order.descending() ? "<" : ">", "", "after");
  }

  private Clause upTo(Key place) {
    return beyond(place, order.descending() ? ">" : "<", "=", "last");
  }

  private Clause beyond(Key place, String comparison, String orEqual, String name) {
    String keyText = "e.%s %s%s :%sKey".formatted(key(), comparison, orEqual, name);
    if (isByKeyAlone()) {
      return new Clause(keyText, Map.of(name + "Key", place.key()));
    }
    String text =
        "%1$s %2$s= :%3$sValue and (%1$s %2$s :%3$sValue or %1$s = :%3$sValue and %4$s)"
            .formatted("e." + order.field().attribute(), comparison, name, keyText);
    return new Clause(text, Map.of(name + "Key", place.key(), name + "Value", place.value()));
  }

  private boolean isByKeyAlone() {
    String attribute = order.field().attribute();
    return attribute.equals(key()) || fixedAttributes().anyMatch(attribute::equals);
  }

  private String key() {
    return spec.key().attribute();
  }

  private Stream<String> fixedAttributes() {
    return fixed.stream().flatMap(condition -> condition.fixed().stream());
  }

  /** What a condition fixes does not change the order; it comes first, as in the index. */
  private String orderBy(KeyCondition condition) {
    String direction = order.descending() ? " desc" : "";
    return Stream.concat(condition.fixed().stream(), sorted().stream())
        .map(attribute -> "e." + attribute + direction)
        .collect(Collectors.joining(", "));
  }

  /** The attributes of the order, after those of which only one value is listed. */
  private List<String> sorted() {
    return Stream.concat(fixedAttributes(), Stream.of(order.field().attribute(), key()))
        .distinct()
        .toList();
  }

  /**
   * The index that has the rows of a condition in the order of the list, or that of the driver;
   * empty if there is none or it is the primary key.
   */
  private Optional<String> indexFor(KeyCondition condition) {
    if (!condition.ordered()) {
      return Optional.empty();
    }
    if (driver.isPresent()) {
      return driver.get().leads().map(attribute -> indexName(condition, attribute));
    }
    List<String> sorted = sorted();
    boolean isIndexed = sorted.size() == 1 || sorted.get(1).equals(key());
    boolean isPrimaryKey = condition.fixed().isEmpty() && sorted.get(0).equals(key());
    return isIndexed && !isPrimaryKey
        ? Optional.of(indexName(condition, sorted.get(0)))
        : Optional.empty();
  }

  private String indexName(KeyCondition condition, String attribute) {
    return Stream.concat(
            Stream.of("ix", table()),
            Stream.concat(condition.fixed().stream(), Stream.of(attribute))
                .map(KeyStatements::nameOf))
        .collect(Collectors.joining("_"));
  }

  /** How the names of indexes call an attribute: {@code role} for {@code roleUid}. */
  private static String nameOf(String attribute) {
    return attribute
        .replaceFirst("(?<=.)(Uid|Time)$", "")
        .replaceAll("([A-Z])", "_$1")
        .toLowerCase(Locale.ROOT);
  }

  private String table() {
    return entityManager.getMetamodel().getEntities().stream()
        .filter(type -> type.getName().equals(spec.entity()))
        .map(type -> type.getJavaType().getAnnotation(Table.class).name())
        .findFirst()
        .orElseThrow();
  }
}
