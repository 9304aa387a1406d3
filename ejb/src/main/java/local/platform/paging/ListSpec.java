package local.platform.paging;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import local.platform.resource.Resource;
import local.platform.uid.Uid;

/**
 * What a repository says about its list; nothing else about lists is per resource.
 *
 * @param resource name of the list in page tokens, such as {@code iam.groups}
 * @param entity name of the JPA entity, a {@link local.platform.resource.ResourceEntity}
 * @param sortable fields by which it can be ordered, for each of which there are indexes
 * @param defaultOrder the order when none is asked for
 * @param load reads the rows of some uids, in any order; rows that are gone are left out
 * @param everybodySees uids of the few rows that every caller sees, whatever was granted to it
 * @param <R> type of the rows
 */
public record ListSpec<R extends Resource>(
    String resource,
    String entity,
    Set<SortField> sortable,
    SortOrder defaultOrder,
    Function<Collection<String>, List<R>> load,
    Set<Uid> everybodySees) {
  public ListSpec {
    sortable = Set.copyOf(sortable);
    everybodySees = Set.copyOf(everybodySees);
  }
}
