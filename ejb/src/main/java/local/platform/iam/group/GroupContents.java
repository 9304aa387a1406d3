package local.platform.iam.group;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.Comparator;
import java.util.List;
import local.platform.error.PlatformException;
import local.platform.resource.GroupAttachment;
import local.platform.resource.GroupContent;
import local.platform.resource.Write;
import local.platform.uid.Uid;

/** Everything that can lie in a group. */
@Dependent
public class GroupContents {
  private final List<GroupContent> kinds;
  private final List<GroupAttachment> attachments;

  @Inject
  public GroupContents(
      @Any Instance<GroupContent> kinds, @Any Instance<GroupAttachment> attachments) {
    this(kinds.stream().toList(), attachments.stream().toList());
  }

  /**
   * Takes the kinds.
   *
   * @param kinds those that keep a group from being deleted
   * @param attachments those that go with it
   */
  public GroupContents(List<GroupContent> kinds, List<GroupAttachment> attachments) {
    this.kinds = kinds.stream().sorted(Comparator.comparing(GroupContent::plural)).toList();
    this.attachments =
        attachments.stream()
            .sorted(Comparator.comparing(attachment -> attachment.getClass().getName()))
            .toList();
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

  /** Deletes what goes with a group, which is locked, always in the same order. */
  void deleteAttachments(Write write, Uid group) {
    attachments.forEach(attachment -> attachment.deleteAt(write, group));
  }
}
