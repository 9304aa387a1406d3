package local.platform.kind;

import jakarta.persistence.EntityManager;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.ListSpec;
import local.platform.foundation.paging.SortField;
import local.platform.foundation.paging.SortOrder;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.transaction.DatabaseFailure;
import local.platform.foundation.uid.Uid;
import org.jspecify.annotations.Nullable;

/**
 * A kind of resource: what it is called, how it is stored, who may call which of the standard
 * methods, and how it is listed. {@link ResourceService} offers the methods for which the kind has
 * a guard, and applies its {@link Rules}; what it does not offer is offered by a service of the
 * kind, or by nobody.
 *
 * @param <E> entity of the kind
 * @param <D> what clients write
 * @param <R> the resource as callers see it
 */
public final class Kind<E extends ResourceEntity, D, R extends Resource> {
  /** The fate of the resources in a group that is to be deleted. */
  public enum InDeletedGroup {
    /** They prevent it. */
    PREVENT_DELETION,
    /** They are deleted with it. */
    ARE_DELETED
  }

  private final Builder<E, D, R> parts;

  private Kind(Builder<E, D, R> parts) {
    this.parts = parts;
  }

  /**
   * Begins the description of a kind of which each resource is one row.
   *
   * @param name what errors call a resource, such as {@code Role}
   * @param plural what errors call several, such as {@code roles}
   * @param show returns a stored resource as callers see it
   */
  public static <E extends ResourceEntity, D, R extends Resource> Builder<E, D, R> of(
      String name, String plural, Class<E> entity, Function<E, R> show) {
    Builder<E, D, R> kind =
        new Builder<>(
            name,
            plural,
            (entityManager, vendor) ->
                new ResourceRepository<>(
                    entityManager, vendor, entity, name, ParentKind.GROUP, show));
    kind.row = show;
    return kind;
  }

  /**
   * Begins the description of a kind whose repository joins the rows of several tables.
   *
   * @param name what errors call a resource, such as {@code Role}
   * @param plural what errors call several, such as {@code roles}
   * @param repository creates its repository
   */
  public static <E extends ResourceEntity, D, R extends Resource> Builder<E, D, R> of(
      String name,
      String plural,
      BiFunction<EntityManager, DatabaseVendor, ResourceRepository<E, R>> repository) {
    return new Builder<>(name, plural, repository);
  }

  /** Returns what errors call a resource. */
  public String name() {
    return parts.name;
  }

  /** Returns what errors call several resources. */
  public String plural() {
    return parts.plural;
  }

  /**
   * Returns what becomes of the resources in a group that is deleted; empty if they lie in none.
   */
  public Optional<InDeletedGroup> inDeletedGroup() {
    return Optional.ofNullable(parts.inDeletedGroup);
  }

  /** Returns the filters that lists offer. */
  public List<Filter<?>> filters() {
    return parts.filters;
  }

  /** Returns the names of the methods of {@link ResourceService} that are offered. */
  public Set<String> methods() {
    Map<String, @Nullable Object> guards = new HashMap<>();
    guards.put("get", parts.get);
    guards.put("list", parts.list);
    guards.put("walk", parts.list);
    guards.put("create", parts.create);
    guards.put("update", parts.update);
    guards.put("delete", parts.delete);
    guards.values().removeIf(Objects::isNull);
    return guards.keySet();
  }

  /** Returns how drafts are stored. */
  Drafts<E, D> drafts() {
    return offered(parts.drafts);
  }

  /** Returns who may read a resource. */
  Guard get() {
    return offered(parts.get);
  }

  /** Returns the uids at which a caller sees resources, each with everything below it. */
  List<Uid> visible(Caller caller) {
    return caller.visible(offered(parts.list));
  }

  /** Returns who may create a resource, judged by the uid of its parent. */
  Guard create() {
    return offered(parts.create);
  }

  /** Returns who may update a resource. */
  Guard update() {
    return offered(parts.update);
  }

  /** Returns who may delete a resource. */
  Guard delete() {
    return offered(parts.delete);
  }

  private <T> T offered(@Nullable T part) {
    if (part == null) {
      throw new IllegalStateException("this method is not offered for the kind " + parts.name);
    }
    return part;
  }

  /** Creates the repository of the kind. */
  public ResourceRepository<E, R> repository(EntityManager entityManager, DatabaseVendor vendor) {
    return parts.repository.apply(entityManager, vendor);
  }

  /** Returns how the kind is listed. */
  ListSpec<R> listSpec(ResourceRepository<E, R> repository) {
    ListSpec.Builder<R> list =
        ListSpec.<R>ofResources(
                parts.name, repository.entityName(), repository.parentKind(), repository::readAll)
            .sortableBy(parts.orders)
            .indexedBy(parts.filters.stream().map(Filter::attribute).toArray(String[]::new))
            .orderedBy(parts.defaultOrder)
            .withPublic(parts.publicUids);
    if (parts.row != null) {
      list.ofEntities(repository.entity(), parts.row);
    }
    return list.build();
  }

  /**
   * Runs a write of a draft, and tells if what must be unique is taken.
   *
   * @throws PlatformException ALREADY_EXISTS if it is
   */
  public <T> T unique(D draft, Supplier<T> write) {
    return parts.unique == null
        ? write.get()
        : ResourceWrites.unique(
            parts.unique.constraint,
            () -> PlatformException.alreadyExists(parts.name, parts.unique.taken.apply(draft)),
            write);
  }

  /**
   * Runs a deletion, and tells if other rows refer to the resource.
   *
   * @throws PlatformException FAILED_PRECONDITION with RESOURCE_IN_USE if they do
   */
  void unlessInUse(Uid uid, Runnable deletion) {
    try {
      deletion.run();
    } catch (RuntimeException e) {
      if (parts.inUse != null
          && DatabaseFailure.of(e).kind() == DatabaseFailure.Kind.HAS_CHILDREN) {
        throw PlatformException.failedPrecondition("RESOURCE_IN_USE", uid, parts.inUse);
      }
      throw e;
    }
  }

  private record Unique<D>(String constraint, Function<D, String> taken) {}

  /**
   * The description of a kind, as far as it is given.
   *
   * @param <E> entity of the kind
   * @param <D> what clients write
   * @param <R> the resource as callers see it
   */
  public static final class Builder<E extends ResourceEntity, D, R extends Resource> {
    private final String name;
    private final String plural;
    private BiFunction<EntityManager, DatabaseVendor, ResourceRepository<E, R>> repository;
    private @Nullable Function<E, R> row;
    private @Nullable InDeletedGroup inDeletedGroup;
    private @Nullable Drafts<E, D> drafts;
    private @Nullable Unique<D> unique;
    private @Nullable String inUse;
    private List<SortField> orders = SortField.COMMON;
    private SortOrder defaultOrder = new SortOrder(SortField.UID, false);
    private List<Filter<?>> filters = List.of();
    private Set<Uid> publicUids = Set.of();
    private @Nullable Capability list;
    private @Nullable Guard get;
    private @Nullable Guard create;
    private @Nullable Guard update;
    private @Nullable Guard delete;

    private Builder(
        String name,
        String plural,
        BiFunction<EntityManager, DatabaseVendor, ResourceRepository<E, R>> repository) {
      this.name = name;
      this.plural = plural;
      this.repository = repository;
    }

    /** Sets the repository of a kind that has queries of its own. */
    public Builder<E, D, R> repository(
        BiFunction<EntityManager, DatabaseVendor, ResourceRepository<E, R>> constructor) {
      repository = constructor;
      return this;
    }

    /** Sets what becomes of the resources in a group that is deleted. */
    public Builder<E, D, R> inDeletedGroup(InDeletedGroup consequence) {
      inDeletedGroup = consequence;
      return this;
    }

    /** Sets how drafts are stored. Required for create and update. */
    public Builder<E, D, R> drafts(
        D empty, Drafts.Create<E, D> make, Function<E, D> read, Drafts.Store<E, D> store) {
      drafts = new Drafts<>(empty, make, read, store);
      return this;
    }

    /**
     * Sets a unique constraint, which create and update answer with ALREADY_EXISTS.
     *
     * @param constraint its name in the schema
     * @param taken says what of a draft is taken, and what to do
     */
    public Builder<E, D, R> unique(String constraint, Function<D, String> taken) {
      unique = new Unique<>(constraint, taken);
      return this;
    }

    /**
     * Sets what the deletion of a resource answers if rows of other tables refer to it, whose
     * foreign keys prevent it.
     *
     * @param text says what refers to it, and what to do
     */
    public Builder<E, D, R> inUse(String text) {
      inUse = text;
      return this;
    }

    /**
     * Sets by what lists can be ordered: uid, name and the times, unless it is said. By default
     * they are in the order of uids.
     */
    public Builder<E, D, R> orderedBy(SortField... fields) {
      orders = List.of(fields);
      return this;
    }

    /** Sets the order in which lists are by default. */
    public Builder<E, D, R> orderedByDefault(SortField field, boolean descending) {
      defaultOrder = new SortOrder(field, descending);
      return this;
    }

    /** Sets the filters that lists offer. */
    public Builder<E, D, R> filteredBy(Filter<?>... offered) {
      filters = List.of(offered);
      return this;
    }

    /** Sets the resources that lists show to every caller. */
    public Builder<E, D, R> listedForEverybody(Set<Uid> uids) {
      publicUids = Set.copyOf(uids);
      return this;
    }

    /** Offers lists of the resources at which the caller holds a capability. */
    public Builder<E, D, R> list(Capability capability) {
      list = capability;
      return this;
    }

    /** Offers to read a resource. */
    public Builder<E, D, R> get(Guard guard) {
      get = guard;
      return this;
    }

    /** Offers to create a resource. The guard judges the uid of its parent. */
    public Builder<E, D, R> create(Guard guard) {
      create = guard;
      return this;
    }

    /** Offers to update a resource. */
    public Builder<E, D, R> update(Guard guard) {
      update = guard;
      return this;
    }

    /** Offers to delete a resource. */
    public Builder<E, D, R> delete(Guard guard) {
      delete = guard;
      return this;
    }

    /** Returns the kind. */
    public Kind<E, D, R> build() {
      return new Kind<>(this);
    }
  }
}
