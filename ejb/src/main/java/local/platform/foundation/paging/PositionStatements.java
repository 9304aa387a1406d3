package local.platform.foundation.paging;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Table;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.foundation.paging.Condition.Clause;
import local.platform.foundation.paging.Placement.InGroup;
import local.platform.foundation.uid.Uid;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.jpa.HibernateHints;

/**
 * Builds and runs the statements that find the positions of rows in one list.
 *
 * <p>The order begins with the column that the condition fixes ({@code ORDER BY root_uid, name,
 * uid}), because H2 does not recognise the shorter form as sorted. And each statement names its
 * index: MySQL chooses one by estimates of the rows to read, which for large ranges come from a few
 * pages and never exceed half of the table; with these it read all pages of a list before the
 * requested one. So a listed entity has the indexes {@code ix_<table>_root_<field>} and {@code
 * ix_<table>_parent_<field>} for each field by which it can be ordered, and for each attribute that
 * drives statements; without {@code root} and {@code parent} if every caller sees all rows. If the
 * list is partitioned, the partition is the column after root or parent, and there are such indexes
 * for the key too.
 *
 * @param spec the list
 * @param partition the condition that rows are in one partition of the list; empty if it has none
 * @param fixed the condition that restricts an indexed attribute to one value, so that its index
 *     has the rows in the order of the list; empty if there is none
 * @param driver the condition whose index finds the rows, in any order; empty if they are read in
 *     the order of the list
 * @param filters conditions that are checked row by row
 */
record PositionStatements(
    EntityManager entityManager,
    ListSpec<?> spec,
    SortOrder order,
    Optional<Condition> partition,
    Optional<Condition> fixed,
    Optional<Condition> driver,
    List<Condition> filters) {
  private static final String ENTITY = "e";

  private static final Pattern UNNAMED_SUFFIX = Pattern.compile("(?<=.)(Uid|Time|Number)$");
  private static final Pattern CAPITAL = Pattern.compile("([A-Z])");

  /** Creates statements without conditions. */
  static PositionStatements of(
      EntityManager entityManager,
      ListSpec<?> spec,
      SortOrder order,
      Optional<Condition> partition) {
    return new PositionStatements(
        entityManager, spec, order, partition, Optional.empty(), Optional.empty(), List.of());
  }

  /** Returns the same in the order of keys, in the same direction. */
  PositionStatements byKey() {
    return new PositionStatements(
        entityManager,
        spec,
        new SortOrder(spec.key(), order.descending()),
        partition,
        fixed,
        driver,
        filters);
  }

  /** Returns the same with these conditions: the first that can be the fixed one, and filters. */
  PositionStatements with(List<Condition> conditions) {
    Optional<Condition> first = conditions.stream().filter(this::isInOrder).findFirst();
    return new PositionStatements(
        entityManager,
        spec,
        order,
        partition,
        first,
        driver,
        conditions.stream().filter(each -> !Optional.of(each).equals(first)).toList());
  }

  /** Returns the same, driven by a condition. */
  PositionStatements drivenBy(Condition condition) {
    return new PositionStatements(
        entityManager, spec, order, partition, fixed, Optional.of(condition), filters);
  }

  /**
   * Returns whether an index has the rows that meet a condition in the order of the list: they all
   * have the same value of its attribute, and are ordered by it or by the key.
   */
  boolean isInOrder(Condition condition) {
    return condition
        .fixed(spec)
        .filter(attribute -> isByKey() || attribute.equals(order.field().attribute()))
        .isPresent();
  }

  /** Returns whether the list is ordered by its key. */
  boolean isByKey() {
    return order.field().attribute().equals(key());
  }

  /**
   * Returns the positions of the rows that meet a condition, with the entities of the rows if they
   * are needed and no others would be read.
   */
  List<Position> positions(ScopeCondition condition, Span span) {
    List<Clause> clauses = clauses(condition);
    span.position().ifPresent(position -> clauses.add(beyond(position)));
    boolean withRows = span.withRows() && span.skip() == 0 && readsOnlyResults(condition);
    Optional<EntityRows> rows =
        withRows ? Optional.of(new EntityRows(entityManager, spec.entity())) : Optional.empty();
    List<String> ofPosition = positionAttributes();
    List<String> selected = rows.map(EntityRows::attributes).orElse(ofPosition);
    TypedQuery<Object[]> query =
        entityManager
            .createQuery(
                String.format(
                    Locale.ROOT,
                    "select e.%s from %s e where %s order by %s",
                    String.join(", e.", selected),
                    spec.entity(),
                    join(clauses),
                    orderBy(condition)),
                Object[].class)
            .setMaxResults(span.limit())
            .setFirstResult(span.skip());
    bind(query, clauses);
    indexFor(condition).ifPresent(name -> query.setHint(HibernateHints.HINT_QUERY_DATABASE, name));
    int[] indexes = ofPosition.stream().mapToInt(selected::indexOf).toArray();
    return query.getResultList().stream()
        .map(values -> position(values, indexes, rows.map(row -> row.entity(values))))
        .toList();
  }

  /**
   * Returns the attributes that a position consists of: key, value and, if the key does not tell
   * it, the uid that places the row in the hierarchy.
   */
  private List<String> positionAttributes() {
    Stream<String> uid =
        spec.placement() instanceof InGroup inGroup
            ? Stream.of(inGroup.attribute())
            : Stream.empty();
    return Stream.concat(Stream.of(key(), order.field().attribute()), uid).toList();
  }

  /**
   * Returns the position of a row.
   *
   * @param values what was selected
   * @param indexes where in it the attributes of a position are
   */
  private static Position position(Object[] values, int[] indexes, Optional<Object> entity) {
    Object key = values[indexes[0]];
    return new Position(
        key,
        values[indexes[1]],
        indexes.length > 2 ? Optional.of((Uid) values[indexes[2]]) : Position.uidOf(key),
        entity);
  }

  /**
   * Returns whether the rows that are read are those of the result, in its order. Otherwise those
   * that are left out, or sorted first, would be read from the table and not only from an index.
   */
  private boolean readsOnlyResults(ScopeCondition condition) {
    return spec.ofEntity().isPresent()
        && driver.isEmpty()
        && filters.isEmpty()
        && condition.finder().isEmpty()
        && (condition.ordered() || isByKey());
  }

  /** Returns what counts the rows that meet a condition. */
  RowCount counting(ScopeCondition condition) {
    return counting(clauses(condition));
  }

  private RowCount counting(List<Clause> clauses) {
    Map<String, Object> parameters = new HashMap<>();
    clauses.forEach(clause -> parameters.putAll(clause.parameters()));
    return new RowCount(spec.entity(), join(clauses), parameters);
  }

  /** Returns the number of rows that come after one position, up to and including another one. */
  long count(ScopeCondition condition, Optional<Position> position, Position last) {
    List<Clause> clauses = clauses(condition);
    position.ifPresent(start -> clauses.add(beyond(start)));
    clauses.add(upTo(last));
    TypedQuery<Long> query = counting(clauses).query(entityManager);
    indexFor(condition).ifPresent(name -> query.setHint(HibernateHints.HINT_QUERY_DATABASE, name));
    return query.getSingleResult();
  }

  private List<Clause> clauses(ScopeCondition condition) {
    List<Clause> clauses = new ArrayList<>();
    clauses.add(new Clause(condition.text(), condition.parameters()));
    partition.ifPresent(part -> clauses.add(part.clause(ENTITY, "part")));
    fixed.ifPresent(value -> clauses.add(value.clause(ENTITY, "fixed")));
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
   * Returns the condition that rows come after a position. It is redundant on purpose: H2 takes the
   * start of its range from the first comparison, MySQL from the others, so that it does not read
   * the rows before the position that have the same value. Neither treats a row comparison as a
   * range.
   */
  private Clause beyond(Position position) {
    return comparing(position, order.descending() ? "<" : ">", "", "position");
  }

  private Clause upTo(Position position) {
    return comparing(position, order.descending() ? ">" : "<", "=", "last");
  }

  private Clause comparing(Position position, String comparison, String orEqual, String name) {
    String keyText =
        String.format(Locale.ROOT, "e.%s %s%s :%sKey", key(), comparison, orEqual, name);
    // All rows have the same value of a fixed attribute.
    if (isByKey() || fixed.isPresent()) {
      return new Clause(keyText, Map.of(name + "Key", position.key()));
    }
    String text =
        String.format(
            Locale.ROOT,
            "%1$s %2$s= :%3$sValue and (%1$s %2$s :%3$sValue or %1$s = :%3$sValue and %4$s)",
            "e." + order.field().attribute(),
            comparison,
            name,
            keyText);
    return new Clause(text, Map.of(name + "Key", position.key(), name + "Value", position.value()));
  }

  private String key() {
    return spec.key().attribute();
  }

  /**
   * Returns the {@code ORDER BY}. It begins with the attributes that have one value, as the index
   * does, which does not change the order.
   */
  private String orderBy(ScopeCondition condition) {
    String direction = order.descending() ? " desc" : "";
    return Stream.of(
            condition.fixed().stream(), spec.partition().stream(), Stream.of(indexed(), key()))
        .flatMap(attributes -> attributes)
        .distinct()
        .map(attribute -> "e." + attribute + direction)
        .collect(Collectors.joining(", "));
  }

  /** Returns the attribute after which the index is named that has the rows in order. */
  private String indexed() {
    return fixed.flatMap(value -> value.fixed(spec)).orElse(order.field().attribute());
  }

  /**
   * Returns the index that has the rows of a condition in the order of the list, or that of the
   * driver; empty if there is none or it is the primary key.
   */
  private Optional<String> indexFor(ScopeCondition condition) {
    if (!condition.ordered()) {
      return Optional.empty();
    }
    if (driver.isPresent()) {
      return driver.get().leads(spec).map(attribute -> indexName(condition, attribute));
    }
    String attribute = condition.finder().orElse(indexed());
    boolean isPrimaryKey =
        condition.fixed().isEmpty() && partition.isEmpty() && attribute.equals(key());
    return isPrimaryKey ? Optional.empty() : Optional.of(indexName(condition, attribute));
  }

  private String indexName(ScopeCondition condition, String attribute) {
    return Stream.concat(
            Stream.of("ix", table()),
            Stream.concat(condition.fixed().stream(), Stream.of(attribute))
                .map(PositionStatements::nameOf))
        .collect(Collectors.joining("_"));
  }

  /** Returns an attribute's name in the names of indexes: {@code role} for {@code roleUid}. */
  private static String nameOf(String attribute) {
    return CAPITAL
        .matcher(UNNAMED_SUFFIX.matcher(attribute).replaceFirst(""))
        .replaceAll("_$1")
        .toLowerCase(Locale.ROOT);
  }

  private String table() {
    return session()
        .getFactory()
        .getJpaMetamodel()
        .resolveHqlEntityReference(spec.entity())
        .getJavaType()
        .getAnnotation(Table.class)
        .name();
  }

  private SessionImplementor session() {
    return entityManager.unwrap(SessionImplementor.class);
  }
}
