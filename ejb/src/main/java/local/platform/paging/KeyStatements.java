package local.platform.paging;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Table;
import jakarta.persistence.Tuple;
import jakarta.persistence.TypedQuery;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.jpa.HibernateHints;

/**
 * Writes and runs the statements that find the places of rows in one list.
 *
 * <p>The order begins with the column that the condition fixes ({@code ORDER BY root_uid, name,
 * uid}): H2 does not recognise the shorter form as sorted. And the index is named: MySQL chooses by
 * guesses at how many rows each would read, for large ranges taken from a few pages and never above
 * half of the table; by them it read all pages of a list before the one that was wanted. So an
 * entity that is listed has the indexes {@code ix_<table>_root_<field>} and {@code
 * ix_<table>_parent_<field>} for each field by which it can be ordered or filtered.
 *
 * @param entity name of the JPA entity
 * @param equalTo attributes that must have exactly this value
 * @param besides further ones, which have no index
 */
record KeyStatements(
    EntityManager entityManager,
    String entity,
    SortOrder order,
    TreeMap<String, String> equalTo,
    Map<String, String> besides) {

  /** The places of the rows that meet a condition. */
  List<Key> places(KeyCondition condition, Span span) {
    StringBuilder text =
        new StringBuilder("select e.uid as uid, e.")
            .append(order.field().attribute())
            .append(" as sorted from ")
            .append(entity)
            .append(" e where ")
            .append(restricted(condition));
    span.after().ifPresent(key -> text.append(" and ").append(position()));
    text.append(" order by ").append(orderBy(condition));
    TypedQuery<Tuple> query =
        entityManager
            .createQuery(text.toString(), Tuple.class)
            .setMaxResults(span.limit())
            .setFirstResult(span.skip());
    bind(query, condition);
    span.after().ifPresent(key -> bind(query, key));
    indexFor(condition).ifPresent(name -> query.setHint(HibernateHints.HINT_QUERY_DATABASE, name));
    return query.getResultList().stream()
        .map(row -> new Key((String) row.get("uid"), row.get("sorted")))
        .toList();
  }

  /** The number of rows that meet a condition. */
  long count(KeyCondition condition) {
    TypedQuery<Long> query =
        entityManager.createQuery(
            "select count(*) from " + entity + " e where " + restricted(condition), Long.class);
    bind(query, condition);
    return query.getSingleResult();
  }

  private String restricted(KeyCondition condition) {
    return Stream.concat(
            Stream.of(condition.text()),
            Stream.concat(equalTo.keySet().stream(), besides.keySet().stream())
                .map(attribute -> "e." + attribute + " = :" + attribute))
        .collect(Collectors.joining(" and "));
  }

  /**
   * What comes after a place. It says the same twice: from the first comparison H2 takes where to
   * begin; from the others MySQL does, which then reads none of those before the place that have
   * the same value. A row comparison would be a range for neither.
   */
  private String position() {
    String beyond = order.descending() ? "<" : ">";
    if (isByUidAlone()) {
      return "e.uid " + beyond + " :afterUid";
    }
    return "%1$s %2$s= :afterValue and (%1$s %2$s :afterValue or %1$s = :afterValue and e.uid %2$s :afterUid)"
        .formatted("e." + order.field().attribute(), beyond);
  }

  private boolean isByUidAlone() {
    return order.field() == SortField.UID || equalTo.containsKey(order.field().attribute());
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
    return Stream.concat(
            equalTo.keySet().stream(),
            Stream.of(order.field().attribute(), SortField.UID.attribute()))
        .distinct()
        .toList();
  }

  private void bind(TypedQuery<?> query, KeyCondition condition) {
    condition.parameters().forEach(query::setParameter);
    equalTo.forEach(query::setParameter);
    besides.forEach(query::setParameter);
  }

  private void bind(TypedQuery<?> query, Key after) {
    query.setParameter("afterUid", after.uid());
    if (!isByUidAlone()) {
      query.setParameter("afterValue", after.value());
    }
  }

  /**
   * The index that has the rows of a condition in the order of the list; empty if there is none or
   * it is the primary key.
   */
  private Optional<String> indexFor(KeyCondition condition) {
    List<String> sorted = sorted();
    boolean isIndexed = sorted.size() == 1 || sorted.get(1).equals(SortField.UID.attribute());
    return condition
        .fixed()
        .filter(attribute -> isIndexed)
        .map(scope -> "ix_%s_%s_%s".formatted(table(), nameOf(scope), nameOf(sorted.get(0))));
  }

  /** How the names of indexes call an attribute: {@code role} for {@code roleUid}. */
  private static String nameOf(String attribute) {
    return attribute.replaceFirst("(?<=.)(Uid|Time)$", "");
  }

  private String table() {
    return entityManager.getMetamodel().getEntities().stream()
        .filter(type -> type.getName().equals(entity))
        .map(type -> type.getJavaType().getAnnotation(Table.class).name())
        .findFirst()
        .orElseThrow();
  }
}
