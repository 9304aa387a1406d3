package local.platform.foundation.persistence;

import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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
    List<?> padded = values.isEmpty() ? Collections.singletonList(null) : padded(values);
    String names =
        IntStream.range(0, padded.size())
            .mapToObj(i -> ":" + parameter + i)
            .collect(Collectors.joining(","));
    TypedQuery<T> query =
        entityManager.createQuery(text.replace("(:" + parameter + ")", "(" + names + ")"), type);
    for (int i = 0; i < padded.size(); i++) {
      query.setParameter(parameter + i, padded.get(i));
    }
    return query;
  }

  /**
   * Returns values with the last one repeated up to a power of two, also for statements of SQL.
   *
   * @param values at least one
   */
  public static <T> List<T> padded(Collection<T> values) {
    int size = Integer.highestOneBit(2 * values.size() - 1);
    List<T> padded = new ArrayList<>(values);
    T last = padded.get(padded.size() - 1);
    while (padded.size() < size) {
      padded.add(last);
    }
    return padded;
  }
}
