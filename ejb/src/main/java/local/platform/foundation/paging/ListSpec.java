package local.platform.foundation.paging;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import local.platform.foundation.paging.Placement.InGroup;
import local.platform.foundation.paging.Placement.Tree;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;

/**
 * The specification of a list; nothing else about lists depends on the kind of resource.
 *
 * @param <R> type of the rows
 */
public final class ListSpec<R> implements Indexes {
  private final String name;
  private final String entity;
  private final Placement placement;
  private final Rows<R> rows;
  private final List<SortField> sortable;
  private final Set<String> indexed;
  private final SortOrder defaultOrder;
  private final Optional<Function<Object, R>> ofEntity;
  private final Set<Uid> publicUids;
  private final int walkSize;
  private final Optional<String> partition;
  private final Optional<PageLimit<R>> pageLimit;
  private final boolean alwaysCounted;

  private ListSpec(Builder<R> builder) {
    this.name = builder.name;
    this.entity = builder.entity;
    this.placement = builder.placement;
    this.rows = builder.rows;
    this.sortable = builder.sortable;
    this.indexed = builder.indexed;
    this.defaultOrder = builder.defaultOrder;
    this.ofEntity = builder.ofEntity;
    this.publicUids = builder.publicUids;
    this.walkSize = builder.walkSize;
    this.partition = builder.partition;
    this.pageLimit = builder.pageLimit;
    this.alwaysCounted = builder.alwaysCounted;
    if (!publicUids.isEmpty() && !(placement instanceof Tree)) {
      throw new IllegalArgumentException("only rows whose key is a uid are public by their uids");
    }
  }

  /**
   * How rows are read by their keys.
   *
   * @param key the primary key
   * @param keyOf returns the key of a row
   * @param load reads the rows with the given keys, in any order; keys that do not exist are left
   *     out
   * @param <R> type of the rows
   */
  public record Rows<R>(
      SortField key, Function<R, Object> keyOf, Function<Collection<Object>, List<R>> load) {}

  /**
   * Ends a page before its rows become too large together. It has at least one row.
   *
   * @param most maximum size of all rows of a page
   * @param sizeOf returns the size of a row
   * @param <R> type of the rows
   */
  public record PageLimit<R>(long most, ToLongFunction<R> sizeOf) {}

  /**
   * Begins the specification of a list, which is ordered by its key unless another order is
   * requested.
   *
   * @param name name of the list in page tokens, such as {@code libraries.artifacts}
   * @param entity name of the JPA entity
   * @param placement how rows lie in the hierarchy
   */
  public static <R> Builder<R> of(String name, String entity, Placement placement, Rows<R> rows) {
    return new Builder<>(name, entity, placement, rows);
  }

  /**
   * Begins the specification for a kind of resource.
   *
   * @param name name of the list in page tokens
   * @param entity name of the JPA entity, a {@link
   *     local.platform.foundation.resource.ResourceEntity}
   * @param parent the kind of the parents
   * @param load reads the rows with the given uids, in any order; uids that do not exist are left
   *     out
   */
  public static <R extends Resource> Builder<R> ofResources(
      String name, String entity, ParentKind parent, Function<Collection<Uid>, List<R>> load) {
    return of(
        name,
        entity,
        new Tree(parent),
        new Rows<>(
            SortField.UID,
            Resource::uid,
            keys -> load.apply(keys.stream().map(Uid.class::cast).toList())));
  }

  String name() {
    return name;
  }

  String entity() {
    return entity;
  }

  Placement placement() {
    return placement;
  }

  /** Returns the attribute with the uid of what a row lies in. */
  String parentAttribute() {
    return placement instanceof InGroup inGroup ? inGroup.attribute() : ScopeCondition.PARENT;
  }

  Rows<R> rows() {
    return rows;
  }

  SortField key() {
    return rows.key();
  }

  /** Returns the columns by which it can be ordered, each of which has indexes. */
  List<SortField> sortable() {
    return sortable;
  }

  @Override
  public boolean isIndexed(String attribute) {
    return indexed.contains(attribute)
        || sortable.stream().anyMatch(field -> field.attribute().equals(attribute));
  }

  /** Returns the order if none is requested. */
  SortOrder defaultOrder() {
    return defaultOrder;
  }

  /** Returns what makes the row of an entity; empty if a row takes more than its entity. */
  Optional<Function<Object, R>> ofEntity() {
    return ofEntity;
  }

  /** Returns the uids of the few rows that every caller sees, regardless of its grants. */
  Set<Uid> publicUids() {
    return publicUids;
  }

  /** Returns the number of rows that are in memory at once while the whole list is read. */
  int walkSize() {
    return walkSize;
  }

  /**
   * Returns the attribute with which the indexes continue after root or parent; every list is
   * restricted to some of its values ({@link ListFilter#partitions}). Empty if they continue with
   * the fields.
   */
  Optional<String> partition() {
    return partition;
  }

  /** Returns how large a page may be, besides its number of rows; empty if rows are small. */
  Optional<PageLimit<R>> pageLimit() {
    return pageLimit;
  }

  /** Returns whether every page has its total, however long it takes to count the rows. */
  boolean alwaysCounted() {
    return alwaysCounted;
  }

  /**
   * Builds a specification: of a list whose rows are small, without partitions, unless it is told
   * otherwise.
   *
   * @param <R> type of the rows
   */
  public static final class Builder<R> {
    private static final int WALK_SIZE = 500;

    private final String name;
    private final String entity;
    private final Placement placement;
    private final Rows<R> rows;
    private List<SortField> sortable = List.of();
    private Set<String> indexed = Set.of();
    private SortOrder defaultOrder;
    private Optional<Function<Object, R>> ofEntity = Optional.empty();
    private Set<Uid> publicUids = Set.of();
    private int walkSize = WALK_SIZE;
    private Optional<String> partition = Optional.empty();
    private Optional<PageLimit<R>> pageLimit = Optional.empty();
    private boolean alwaysCounted;

    private Builder(String name, String entity, Placement placement, Rows<R> rows) {
      this.name = name;
      this.entity = entity;
      this.placement = placement;
      this.rows = rows;
      this.defaultOrder = new SortOrder(rows.key(), false);
    }

    /** Sets the columns by which it can be ordered, each of which has indexes. */
    public Builder<R> sortableBy(List<SortField> fields) {
      sortable = List.copyOf(fields);
      return this;
    }

    /**
     * Sets the further attributes that have such indexes. Conditions on them can drive a statement.
     */
    public Builder<R> indexedBy(String... attributes) {
      indexed = Set.of(attributes);
      return this;
    }

    /** Sets the order if none is requested. */
    public Builder<R> orderedBy(SortOrder order) {
      defaultOrder = order;
      return this;
    }

    /** Lets rows be read in one statement with their positions. */
    public <E> Builder<R> ofEntities(Class<E> entityType, Function<E, R> row) {
      ofEntity = Optional.of(each -> row.apply(entityType.cast(each)));
      return this;
    }

    /** Sets the uids of the few rows that every caller sees, regardless of its grants. */
    public Builder<R> withPublic(Set<Uid> uids) {
      publicUids = Set.copyOf(uids);
      return this;
    }

    /** Sets the number of rows that are in memory at once, for rows that may be large. */
    public Builder<R> withWalkSize(int size) {
      walkSize = size;
      return this;
    }

    /**
     * Sets the attribute with which the indexes of the table continue after root or parent; every
     * list is restricted to some of its values.
     */
    public Builder<R> partitionedBy(String attribute) {
      partition = Optional.of(attribute);
      return this;
    }

    /** Limits the size of a page. */
    public Builder<R> withPageLimit(PageLimit<R> limit) {
      pageLimit = Optional.of(limit);
      return this;
    }

    /** Lets every page have its total, for messages that have no way to leave it out. */
    public Builder<R> alwaysCounted() {
      alwaysCounted = true;
      return this;
    }

    /** Returns the specification. */
    public ListSpec<R> build() {
      return new ListSpec<>(this);
    }
  }
}
