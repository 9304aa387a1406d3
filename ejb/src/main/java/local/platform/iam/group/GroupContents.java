package local.platform.iam.group;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.Comparator;
import java.util.List;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.GroupAttachment;
import local.platform.foundation.resource.GroupContent;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;

/** The kinds of resources that groups can contain. */
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
   * Creates one with all kinds.
   *
   * @param kinds the kinds that prevent the deletion of their group
   * @param attachments the kinds that are deleted with their group
   */
  public GroupContents(List<GroupContent> kinds, List<GroupAttachment> attachments) {
    this.kinds = kinds.stream().sorted(Comparator.comparing(GroupContent::plural)).toList();
    this.attachments =
        attachments.stream()
            .sorted(Comparator.comparing(attachment -> attachment.getClass().getName()))
            .toList();
  }

  /**
   * Checks that a group contains no resources that prevent its deletion.
   *
   * @throws PlatformException FAILED_PRECONDITION with RESOURCE_NOT_EMPTY, naming a kind that it
   *     contains
   */
  void requireEmpty(Uid group) {
    for (GroupContent content : kinds) {
      if (content.existsIn(group)) {
        throw GroupRepository.notEmpty(group, content.plural());
      }
    }
  }

  /**
   * Deletes the resources that are deleted with their group. The group is locked. The order of the
   * kinds is always the same.
   */
  void deleteAttachments(Write write, Uid group) {
    attachments.forEach(attachment -> attachment.deleteAt(write, group));
  }
}
