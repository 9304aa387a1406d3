package local.platform.foundation.persistence;

import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.Collection;
import java.util.Iterator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The values of an {@code in} of a JPQL query that is executed often. Each value has a parameter of
 * its own, because Hibernate translates a query anew for each list. The last value is repeated up
 * to a power of two, so that lists of all lengths are few queries.
 *
 * @param parameter name of the parameter of the list
 * @param values the values; no row is in an empty list
 */
public record InList(String parameter, Collection<?> values) {

  /**
   * Creates a query.
   *
   * @param text the query, in which {@code (:parameter)} stands for the values
   */
  public <T> TypedQuery<T> query(EntityManager entityManager, String text, Class<T> type) {
    int size = values.size() <= 1 ? 1 : Integer.highestOneBit(values.size() - 1) << 1;
    String names =
        IntStream.range(0, size)
            .mapToObj(i -> ":" + parameter + i)
            .collect(Collectors.joining(","));
    TypedQuery<T> query =
        entityManager.createQuery(text.replace("(:" + parameter + ")", "(" + names + ")"), type);
    Iterator<?> remaining = values.iterator();
    @Nullable Object value = null;
    for (int i = 0; i < size; i++) {
      value = remaining.hasNext() ? remaining.next() : value;
      query.setParameter(parameter + i, value);
    }
    return query;
  }
}
