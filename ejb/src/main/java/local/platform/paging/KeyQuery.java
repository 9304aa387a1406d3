package local.platform.paging;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.db.DatabaseVendor;
import local.platform.uid.Uid;
import local.platform.uid.UidScope;
import local.platform.uid.UidScope.Subtree;

/**
 * Finds the places of rows in a list: which uids, in which order, from which place on. Only indexes
 * are read; the rows themselves are fetched afterwards.
 *
 * <p>A scope becomes one or several statements, each in a form that both databases answer from an
 * index: the order begins with the column that the condition fixes ({@code ORDER BY root_uid, name,
 * uid}; H2 does not recognise the shorter form as sorted), and the position is a range on the
 * sorted column and not a row comparison, which MySQL does not take for a range.
 */
final class KeyQuery {
  /** H2 answers ranges that are joined by OR from a scan of the whole table. */
  private static final int H2_RANGES_PER_STATEMENT = 1;

  /**
   * MySQL gives up on ranges that need more memory than range_optimizer_max_mem_size allows, some
   * thousand of them.
   */
  private static final int MYSQL_RANGES_PER_STATEMENT = 100;

  private final EntityManager entityManager;
  private final String entity;
  private final SortOrder order;
  private final TreeMap<String, String> equalTo;
  private final UidScope scope;
  private final int rangesPerStatement;

  KeyQuery(
      EntityManager entityManager,
      DatabaseVendor vendor,
      String entity,
      SortOrder order,
      ListFilter filter,
      UidScope scope) {
    this.entityManager = entityManager;
    this.entity = entity;
    this.order = order;
    this.equalTo = filter.sortedEqualTo();
    this.scope = scope;
    this.rangesPerStatement =
        switch (vendor) {
          case MYSQL -> MYSQL_RANGES_PER_STATEMENT;
          case H2 -> H2_RANGES_PER_STATEMENT;
        };
  }

  /**
   * A condition that one statement can answer.
   *
   * @param fixed the attribute that it fixes and with which an index begins; empty if there is none
   * @param condition the condition
   * @param parameters its parameters
   */
  private record Part(Optional<String> fixed, String condition, Map<String, Object> parameters) {}

  /**
   * The next places.
   *
   * @param after the place after which they begin; empty for the beginning
   * @param limit most places wanted
   * @param skip places to skip first
   */
  List<Key> next(Optional<Key> after, int limit, int skip) {
    List<Part> parts = parts(after);
    if (parts.size() > 1 && skip > 0) {
      // How many rows to skip in which part only the database can tell.
      parts = List.of(anyOf(parts));
    }
    if (!isInUidOrder()) {
      return parts.stream()
          .flatMap(part -> places(part, after, limit, skip).stream())
          .sorted(order.comparator())
          .limit(limit)
          .toList();
    }
    List<Key> places = new ArrayList<>();
    for (Part part : parts) {
      if (places.size() < limit) {
        places.addAll(places(part, after, limit - places.size(), skip));
      }
    }
    return places;
  }

  /** The number of rows of the whole list. */
  long count() {
    long count = 0;
    for (Part part : partsByRoot()) {
      TypedQuery<Long> query =
          entityManager.createQuery(
              "select count(*) from " + entity + " e where " + conditions(part), Long.class);
      bind(query, part);
      count += query.getSingleResult();
    }
    return count;
  }

  private List<Key> places(Part part, Optional<Key> after, int limit, int skip) {
    StringBuilder text =
        new StringBuilder("select e.uid as uid, e.")
            .append(order.field().attribute())
            .append(" as sorted from ")
            .append(entity)
            .append(" e where ")
            .append(conditions(part));
    after.ifPresent(key -> text.append(" and ").append(position()));
    text.append(" order by ").append(orderBy(part));
    TypedQuery<Tuple> query =
        entityManager
            .createQuery(text.toString(), Tuple.class)
            .setMaxResults(limit)
            .setFirstResult(skip);
    bind(query, part);
    after.ifPresent(
        key -> {
          query.setParameter("afterUid", key.uid());
          if (order.field() != SortField.UID) {
            query.setParameter("afterValue", key.value());
          }
        });
    return query.getResultList().stream()
        .map(row -> new Key((String) row.get("uid"), row.get("sorted")))
        .toList();
  }

  private String conditions(Part part) {
    return Stream.concat(
            Stream.of(part.condition()),
            equalTo.keySet().stream().map(attribute -> "e." + attribute + " = :" + attribute))
        .collect(Collectors.joining(" and "));
  }

  private String position() {
    String beyond = order.descending() ? "<" : ">";
    if (order.field() == SortField.UID) {
      return "e.uid " + beyond + " :afterUid";
    }
    String sorted = "e." + order.field().attribute();
    return "%1$s %2$s= :afterValue and (%1$s %2$s :afterValue or e.uid %2$s :afterUid)"
        .formatted(sorted, beyond);
  }

  /**
   * Attributes that a condition fixes do not change the order; they come first, as in the index
   * that serves it.
   */
  private String orderBy(Part part) {
    String direction = order.descending() ? " desc" : "";
    return Stream.of(
            part.fixed().stream(),
            equalTo.keySet().stream(),
            Stream.of(order.field().attribute(), SortField.UID.attribute()))
        .flatMap(attributes -> attributes)
        .distinct()
        .map(attribute -> "e." + attribute + direction)
        .collect(Collectors.joining(", "));
  }

  private void bind(TypedQuery<?> query, Part part) {
    part.parameters().forEach(query::setParameter);
    equalTo.forEach(query::setParameter);
  }

  /**
   * The parts in the order of the list, as far as that is by uid; then those that lie wholly before
   * the place are left out.
   */
  private List<Part> parts(Optional<Key> after) {
    if (!isInUidOrder() || !(scope instanceof UidScope.Subtrees subtrees)) {
      return partsByRoot();
    }
    List<Subtree> ranges =
        new ArrayList<>(
            subtrees.subtrees().stream()
                .filter(subtree -> after.map(key -> reaches(subtree, key.uid())).orElse(true))
                .toList());
    if (order.descending()) {
      Collections.reverse(ranges);
    }
    return chunks(ranges).stream().map(chunk -> ranges(Optional.empty(), chunk)).toList();
  }

  private boolean isInUidOrder() {
    return order.field() == SortField.UID && equalTo.isEmpty();
  }

  private boolean reaches(Subtree subtree, String uid) {
    return order.descending()
        ? subtree.top().value().compareTo(uid) < 0
        : subtree.end().compareTo(uid) > 0;
  }

  private List<Part> partsByRoot() {
    if (scope instanceof UidScope.Exactly exactly) {
      List<String> uids = exactly.uids().stream().map(Uid::value).toList();
      return List.of(new Part(Optional.empty(), "e.uid in (:uids)", Map.of("uids", uids)));
    }
    if (scope instanceof UidScope.Children children) {
      return List.of(
          new Part(
              Optional.of("parentUid"),
              "e.parentUid = :parentUid",
              Map.of("parentUid", children.parent().value())));
    }
    if (scope instanceof UidScope.Subtrees subtrees) {
      Map<Uid, List<Subtree>> byRoot =
          subtrees.subtrees().stream()
              .collect(
                  Collectors.groupingBy(
                      subtree -> subtree.top().root(), TreeMap::new, Collectors.toList()));
      return byRoot.entrySet().stream()
          .flatMap(
              root ->
                  chunks(root.getValue()).stream()
                      .map(chunk -> ranges(Optional.of(root.getKey()), chunk)))
          .toList();
    }
    return List.of();
  }

  private List<List<Subtree>> chunks(List<Subtree> subtrees) {
    List<List<Subtree>> chunks = new ArrayList<>();
    for (int i = 0; i < subtrees.size(); i += rangesPerStatement) {
      chunks.add(subtrees.subList(i, Math.min(i + rangesPerStatement, subtrees.size())));
    }
    return chunks;
  }

  private static Part ranges(Optional<Uid> root, Collection<Subtree> subtrees) {
    Map<String, Object> parameters = new HashMap<>();
    root.ifPresent(uid -> parameters.put("rootUid", uid.value()));
    List<String> ranges = new ArrayList<>();
    for (Subtree subtree : subtrees) {
      if (root.isPresent() && subtree.withTop() && subtree.top().equals(root.get())) {
        // The whole organization: the root alone says it, and a narrower index counts it.
        return new Part(Optional.of("rootUid"), "e.rootUid = :rootUid", parameters);
      }
      int n = ranges.size();
      parameters.put("top" + n, subtree.top().value());
      parameters.put("end" + n, subtree.end());
      ranges.add(
          "e.uid %s :top%d and e.uid < :end%d".formatted(subtree.withTop() ? ">=" : ">", n, n));
    }
    String anyRange = "(" + String.join(" or ", ranges) + ")";
    return root.map(
            uid ->
                new Part(
                    Optional.of("rootUid"), "e.rootUid = :rootUid and " + anyRange, parameters))
        .orElseGet(() -> new Part(Optional.empty(), anyRange, parameters));
  }

  private static Part anyOf(List<Part> parts) {
    Map<String, Object> parameters = new HashMap<>();
    List<String> conditions = new ArrayList<>();
    for (Part part : parts) {
      String condition = part.condition();
      String prefix = "p" + conditions.size() + "_";
      for (Map.Entry<String, Object> parameter : part.parameters().entrySet()) {
        condition =
            condition.replaceAll(
                ":" + parameter.getKey() + "\\b", ":" + prefix + parameter.getKey());
        parameters.put(prefix + parameter.getKey(), parameter.getValue());
      }
      conditions.add("(" + condition + ")");
    }
    return new Part(Optional.empty(), "(" + String.join(" or ", conditions) + ")", parameters);
  }
}
