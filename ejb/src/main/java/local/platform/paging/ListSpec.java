package local.platform.paging;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import local.platform.paging.Placement.Tree;
import local.platform.resource.ParentKind;
import local.platform.resource.Resource;
import local.platform.uid.Uid;

/**
 * What a repository says about its list; nothing else about lists is per resource.
 *
 * @param name name of the list in page tokens, such as {@code iam.groups}
 * @param entity name of the JPA entity
 * @param key the column whose values tell rows apart: the primary key
 * @param placement how rows lie in the hierarchy
 * @param sortable the columns by which it can be ordered, for each of which there are indexes
 * @param defaultOrder the order when none is asked for
 * @param keyOf returns the key of a row
 * @param load reads the rows of some keys, in any order; rows that are gone are left out
 * @param publicUids uids of the few rows that every caller sees, whatever was granted to it
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
    Set<Uid> publicUids) {
  public ListSpec {
    sortable = List.copyOf(sortable);
    publicUids = Set.copyOf(publicUids);
    if (!publicUids.isEmpty() && !(placement instanceof Tree)) {
      throw new IllegalArgumentException("only rows whose key is a uid are public by their uids");
    }
  }

  /**
   * Returns the list of a kind of resource, which is ordered by uid when no order is asked for.
   *
   * @param name name of the list in page tokens, such as {@code iam.groups}
   * @param entity name of the JPA entity, a {@link local.platform.resource.ResourceEntity}
   * @param parent the kind in which they lie
   * @param sortable the columns by which it can be ordered
   * @param load reads the rows of some uids, in any order; rows that are gone are left out
   */
  public static <R extends Resource> ListSpec<R> ofResources(
      String name,
      String entity,
      ParentKind parent,
      List<SortField> sortable,
      Function<Collection<String>, List<R>> load) {
    return new ListSpec<>(
        name,
        entity,
        SortField.UID,
        new Tree(parent),
        sortable,
        new SortOrder(SortField.UID, false),
        row -> row.uid().value(),
        keys -> load.apply(keys.stream().map(String.class::cast).toList()),
        Set.of());
  }

  /** Returns the same list, of which every caller sees the rows of these uids. */
  public ListSpec<R> withPublic(Set<Uid> uids) {
    return new ListSpec<>(name, entity, key, placement, sortable, defaultOrder, keyOf, load, uids);
  }
}
