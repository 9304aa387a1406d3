package local.platform.foundation.paging;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import local.platform.foundation.paging.Placement.Tree;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;

/**
 * The specification of a list by its repository; nothing else about lists depends on the kind of
 * resource.
 *
 * @param name name of the list in page tokens, such as {@code iam.groups}
 * @param entity name of the JPA entity
 * @param key the primary key
 * @param placement how rows lie in the hierarchy
 * @param sortable the columns by which it can be ordered, each of which has indexes
 * @param defaultOrder the order if none is requested
 * @param keyOf returns the key of a row
 * @param load reads the rows with the given keys, in any order; keys that do not exist are left out
 * @param ofEntity returns the row of an entity; empty if a row takes more than its entity
 * @param publicUids uids of the few rows that every caller sees, regardless of its grants
 * @param walkSize number of rows that are in memory at once while the whole list is read
 * @param partition the attribute with which the indexes of the list continue after root or parent;
 *     every list is restricted to some of its values ({@link ListFilter#partitions}). Empty if they
 *     continue with the fields
 * @param pageLimit how large a page may be, besides its number of rows; empty if rows are small
 * @param <R> type of the rows
 */
public record ListSpec<R>(
    String name,
    String entity,
    SortField key,
    Placement placement,
    List<SortField> sortable,
    SortOrder defaultOrder,
    Function<R, Object> keyOf,
    Function<Collection<Object>, List<R>> load,
    Optional<Function<Object, R>> ofEntity,
    Set<Uid> publicUids,
    int walkSize,
    Optional<String> partition,
    Optional<PageLimit<R>> pageLimit) {
  private static final int WALK_SIZE = 500;

  /**
   * Ends a page before its rows become too large together. It has at least one row.
   *
   * @param most maximum size of all rows of a page
   * @param sizeOf returns the size of a row
   * @param <R> type of the rows
   */
  public record PageLimit<R>(long most, ToLongFunction<R> sizeOf) {}

  public ListSpec {
    sortable = List.copyOf(sortable);
    publicUids = Set.copyOf(publicUids);
    if (!publicUids.isEmpty() && !(placement instanceof Tree)) {
      throw new IllegalArgumentException("only rows whose key is a uid are public by their uids");
    }
  }

  /** Creates the specification of a list whose rows are small, without partitions. */
  public ListSpec(
      String name,
      String entity,
      SortField key,
      Placement placement,
      List<SortField> sortable,
      SortOrder defaultOrder,
      Function<R, Object> keyOf,
      Function<Collection<Object>, List<R>> load,
      Set<Uid> publicUids) {
    this(
        name,
        entity,
        key,
        placement,
        sortable,
        defaultOrder,
        keyOf,
        load,
        Optional.empty(),
        publicUids,
        WALK_SIZE,
        Optional.empty(),
        Optional.empty());
  }

  /**
   * Returns the specification for a kind of resource, ordered by uid unless another order is
   * requested.
   *
   * @param name name of the list in page tokens, such as {@code iam.groups}
   * @param entity name of the JPA entity, a {@link
   *     local.platform.foundation.resource.ResourceEntity}
   * @param parent the kind of the parents
   * @param sortable the columns by which it can be ordered
   * @param load reads the rows with the given uids, in any order; uids that do not exist are left
   *     out
   */
  public static <R extends Resource> ListSpec<R> ofResources(
      String name,
      String entity,
      ParentKind parent,
      List<SortField> sortable,
      Function<Collection<Uid>, List<R>> load) {
    return new ListSpec<>(
        name,
        entity,
        SortField.UID,
        new Tree(parent),
        sortable,
        new SortOrder(SortField.UID, false),
        Resource::uid,
        keys -> load.apply(keys.stream().map(Uid.class::cast).toList()),
        Set.of());
  }

  /** Returns the same for rows that are read in one statement with their positions. */
  public <E> ListSpec<R> ofEntities(Class<E> entityType, Function<E, R> row) {
    return with(
        Optional.of(entity -> row.apply(entityType.cast(entity))),
        publicUids,
        walkSize,
        partition,
        pageLimit);
  }

  /** Returns the same with rows that every caller sees. */
  public ListSpec<R> withPublic(Set<Uid> uids) {
    return with(ofEntity, uids, walkSize, partition, pageLimit);
  }

  /** Returns the same for rows that may be large. */
  public ListSpec<R> withWalkSize(int size) {
    return with(ofEntity, publicUids, size, partition, pageLimit);
  }

  /** Returns the same for a table whose indexes continue with an attribute after root or parent. */
  public ListSpec<R> partitionedBy(String attribute) {
    return with(ofEntity, publicUids, walkSize, Optional.of(attribute), pageLimit);
  }

  /** Returns the same with a limit to the size of a page. */
  public ListSpec<R> withPageLimit(PageLimit<R> limit) {
    return with(ofEntity, publicUids, walkSize, partition, Optional.of(limit));
  }

  private ListSpec<R> with(
      Optional<Function<Object, R>> row,
      Set<Uid> uids,
      int size,
      Optional<String> attribute,
      Optional<PageLimit<R>> limit) {
    return new ListSpec<>(
        name,
        entity,
        key,
        placement,
        sortable,
        defaultOrder,
        keyOf,
        load,
        row,
        uids,
        size,
        attribute,
        limit);
  }
}
