package local.platform.iam.group;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.Comparator;
import java.util.List;
import local.platform.error.PlatformException;
import local.platform.resource.GroupContent;
import local.platform.uid.Uid;

/** Everything that can lie in a group. */
@Dependent
public class GroupContents {
  private final List<GroupContent> kinds;

  @Inject
  public GroupContents(@Any Instance<GroupContent> kinds) {
    this(kinds.stream().toList());
  }

  /** These kinds. */
  public GroupContents(List<GroupContent> kinds) {
    this.kinds = kinds.stream().sorted(Comparator.comparing(GroupContent::plural)).toList();
  }

  /**
   * Lets pass a group in which nothing lies.
   *
   * @throws PlatformException FAILED_PRECONDITION with RESOURCE_NOT_EMPTY, naming the kind that was
   *     found
   */
  void requireEmpty(Uid group) {
    for (GroupContent content : kinds) {
      if (content.existsIn(group)) {
        throw GroupRepository.notEmpty(group, content.plural());
      }
    }
  }
}
