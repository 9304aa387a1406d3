package local.platform.foundation.paging;

import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.Map;

/**
 * Counts rows of one entity, whose alias is {@code e}.
 *
 * @param entity name of the JPA entity
 * @param condition which rows are counted, in JPQL
 * @param parameters the parameters of the condition
 */
record RowCount(String entity, String condition, Map<String, Object> parameters)
    implements Countable {
  RowCount {
    parameters = Map.copyOf(parameters);
  }

  @Override
  public long count(EntityManager entityManager, String hint) {
    if (hint.isEmpty()) {
      return query(entityManager).getSingleResult();
    }
    // Hibernate has no place for a hint behind the first word but in the expression itself.
    return query(entityManager, "sql('" + hint + "count(*)')", Number.class)
        .getSingleResult()
        .longValue();
  }

  /** Returns the query, without a hint behind its first word. */
  TypedQuery<Long> query(EntityManager entityManager) {
    return query(entityManager, "count(*)", Long.class);
  }

  private <T> TypedQuery<T> query(EntityManager entityManager, String number, Class<T> type) {
    TypedQuery<T> query =
        entityManager.createQuery(
            "select " + number + " from " + entity + " e where " + condition, type);
    parameters.forEach(query::setParameter);
    return query;
  }
}
