package local.platform.testing.sample;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.kind.Filter;
import local.platform.kind.Kind;
import local.platform.kind.ResourceQuery;
import local.platform.kind.Resources;
import local.platform.kind.Rules;
import local.platform.testing.TestServices;
import local.platform.testing.World;

/**
 * Describes a {@link Kind} to tests. Operations, writes and lists follow from it; a kind with
 * methods of its own adds those.
 *
 * @param <D> what clients write
 * @param <R> the resource as callers see it
 */
public interface KindSample<D, R extends Resource> extends Sample {
  /** Returns the kind. */
  Kind<?, D, R> kind();

  @Override
  List<Rules<?, ?>> rules(TestServices services);

  /**
   * Returns what the API requires for get, create, update and delete, as far as callers are offered
   * these: by {@link local.platform.kind.ResourceService}, or by the service of the kind. Each
   * requirement must also cover what the operation does with {@link #draft} and {@link #change}.
   */
  Map<String, Requirement> requirements();

  /** Returns the capability that shows a resource in lists. */
  Capability listed();

  /** Returns the uids of the resources that lists show to everybody: none, unless it is said. */
  default Set<Uid> listedForEverybody() {
    return Set.of();
  }

  /**
   * Returns what can be created in any group.
   *
   * @param identity an identity to which roles can be granted, for what refers to one
   * @param name the name, for kinds that have one: unique in the group
   */
  D draft(Uid identity, String name);

  /** Returns a change that every resource accepts. Without an update there is none. */
  default DraftChange<D> change() {
    throw new IllegalStateException(kind().plural() + " cannot be changed");
  }

  /** Returns whether two resources of a group cannot have the same name. */
  default boolean hasUniqueName() {
    return false;
  }

  /** Returns whether a resource prevents the deletion of its group. Else it is deleted with it. */
  default boolean blocksItsGroup() {
    return true;
  }

  /** Returns how many there are in an organization at most: any number, unless it is said. */
  default int mostInOrganization() {
    return Integer.MAX_VALUE;
  }

  /**
   * Returns whether a creation is repeated if it is unknown whether it was committed and the
   * resource is not there. Else the caller is told that it is unknown.
   */
  default boolean isCreatedAgain() {
    return true;
  }

  /** Returns the orders of lists besides the uid, in the spelling of clients. */
  Map<String, Comparator<R>> orders();

  /** Returns the filters of lists. */
  default List<Filtered<R, ?>> filters() {
    return List.of();
  }

  /**
   * A filter of lists.
   *
   * @param filter the filter
   * @param value returns the value by which it finds a resource
   * @param values values by which it can be asked to find resources, whether or not any has them
   * @param <R> the resource as callers see it
   * @param <V> type of the value
   */
  record Filtered<R, V>(Filter<V> filter, Function<R, V> value, List<V> values) {
    /** Creates a filter by names, and asks it also for names that no resource has. */
    public static <R> Filtered<R, String> byName(Filter<String> filter, Function<R, String> name) {
      return new Filtered<>(filter, name, List.of("no such name", "c c", "A", "a%"));
    }
  }

  /** Creates a resource as a caller. */
  default R create(TestServices services, Caller caller, Uid group, D draft) {
    return resources(services).create(caller, group, draft);
  }

  /** Updates a resource as a caller. */
  default R update(
      TestServices services,
      Caller caller,
      Uid uid,
      DraftChange<D> change,
      VersionCondition condition) {
    return resources(services).update(caller, uid, change, condition);
  }

  /** Deletes a resource as a caller. */
  default void delete(TestServices services, Caller caller, Uid uid, VersionCondition condition) {
    resources(services).delete(caller, uid, condition);
  }

  /** Returns the methods of the kind that {@link local.platform.kind.ResourceService} offers. */
  default Resources<D, R> resources(TestServices services) {
    return services.resources(kind());
  }

  /** Returns what can be created, with a name that no other has. */
  default D draft(Uid identity) {
    return draft(identity, kind().name().toLowerCase(Locale.ROOT) + " " + Uid.newRoot().value());
  }

  /** Creates a resource in a group, by a caller who may do everything. */
  default R make(World world, Uid group) {
    return create(world.services(), World.everythingAt(group), group, draft(world.grantee()));
  }

  /** Creates any resource in a group, with a name for kinds that have one. */
  default R makeAny(World world, Uid group, String name, Random random) {
    return create(world.services(), World.everythingAt(group), group, draft(world.grantee(), name));
  }

  @Override
  default List<Operation> operations(Uid identity) {
    return requirements().keySet().stream()
        .sorted()
        .map(method -> operation(method, identity))
        .toList();
  }

  private Operation operation(String method, Uid identity) {
    String name = words(" ") + " " + method;
    Requirement requirement = requirements().get(method);
    return switch (method) {
      case "get" ->
          new Operation(
              name,
              requirement,
              this::target,
              (services, caller, uid) -> resources(services).get(caller, uid));
      case "create" ->
          new Operation(
              name,
              requirement,
              Operation::itself,
              (services, caller, uid) -> create(services, caller, uid, draft(identity)));
      case "update" ->
          new Operation(
              name,
              requirement,
              this::target,
              (services, caller, uid) ->
                  update(services, caller, uid, change(), VersionCondition.ANY));
      case "delete" ->
          new Operation(
              name,
              requirement,
              this::target,
              (services, caller, uid) -> delete(services, caller, uid, VersionCondition.ANY));
      default -> throw new IllegalStateException(name + " is no standard method");
    };
  }

  private Uid target(World world, Uid group) {
    return make(world, group).uid();
  }

  @Override
  default List<Written> writes() {
    return requirements().keySet().stream()
        .filter(method -> !method.equals("get"))
        .sorted()
        .map(this::written)
        .toList();
  }

  /** Returns a write by one of the standard methods that changes one row. */
  default Written written(String method) {
    String service = kind().name() + (kind().methods().contains(method) ? "." : "Service.");
    return switch (method) {
      case "create" ->
          new Written(
              service + method,
              stage -> {
                D draft = draft(stage.world().grantee());
                return () -> create(stage.services(), stage.owner(), stage.root(), draft);
              },
              kind().name() + " created");
      case "update" ->
          new Written(
              service + method,
              stage -> {
                Uid uid = make(stage.world(), stage.root()).uid();
                return () ->
                    update(stage.services(), stage.owner(), uid, change(), VersionCondition.ANY);
              },
              kind().name() + " changed");
      case "delete" ->
          new Written(
              service + method,
              stage -> {
                Uid uid = make(stage.world(), stage.root()).uid();
                return () -> delete(stage.services(), stage.owner(), uid, VersionCondition.ANY);
              },
              kind().name() + " deleted");
      default -> throw new IllegalStateException(service + method + " is no standard write");
    };
  }

  @Override
  default List<Listing> listings() {
    ResourceQuery all = ResourceQuery.of(UidpFilter.NONE);
    return List.of(
        new Listing(
            words(" "),
            listed(),
            listedForEverybody(),
            this::target,
            Optional.of((services, caller, page) -> resources(services).list(caller, all, page)),
            Optional.of(
                (services, caller, window, consumer) ->
                    resources(services).walk(caller, all, window, consumer))));
  }

  @Override
  default Map<String, String> tables() {
    return Map.of(table(), "uid");
  }

  /** Returns the table of the kind. */
  default String table() {
    return words("_");
  }

  /** Returns the name of the kind in small letters. */
  private String words(String separator) {
    return words(kind(), separator);
  }

  /** Returns the name of a kind in small letters, with a separator between its words. */
  static String words(Kind<?, ?, ?> kind, String separator) {
    return kind.name().replaceAll("(?<=[a-z])(?=[A-Z])", separator).toLowerCase(Locale.ROOT);
  }
}
