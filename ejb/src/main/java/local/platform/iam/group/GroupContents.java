package local.platform.iam.group;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.GroupAttachment;
import local.platform.foundation.resource.GroupContent;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;
import local.platform.kind.Kinds;

/** The kinds of resources that groups can contain. */
@Dependent
public class GroupContents {
  private final EntityManager entityManager;
  private final List<GroupContent> kinds;
  private final List<GroupAttachment> attachments;

  /**
   * The statement that returns for each kind, and then for each attachment, whether there are any
   * rows.
   */
  private final String presence;

  @Inject
  public GroupContents(
      EntityManager entityManager,
      Kinds all,
      @Any Instance<GroupContent> kinds,
      @Any Instance<GroupAttachment> attachments) {
    this(entityManager, all, kinds.stream().toList(), attachments.stream().toList());
  }

  /**
   * Creates one with all kinds.
   *
   * @param all the kinds that say it themselves
   * @param kinds the other kinds that prevent the deletion of their group
   * @param attachments the other kinds that are deleted with their group
   */
  public GroupContents(
      EntityManager entityManager,
      Kinds all,
      List<GroupContent> kinds,
      List<GroupAttachment> attachments) {
    this.entityManager = entityManager;
    this.kinds =
        Stream.concat(all.groupContents().stream(), kinds.stream())
            .sorted(Comparator.comparing(GroupContent::plural))
            .toList();
    this.attachments =
        Stream.concat(all.groupAttachments().stream(), attachments.stream())
            .sorted(Comparator.comparing(GroupAttachment::inGroup))
            .toList();
    this.presence =
        Stream.concat(this.kinds.stream(), this.attachments.stream())
            .map(rows -> "case when exists (" + rows.inGroup() + ") then true else false end")
            .collect(
                Collectors.joining(", ", "select ", " from GroupEntity g where g.uid = :group"));
  }

  /**
   * Deletes what goes with a group, which is locked. The order of the kinds is always the same.
   *
   * @throws PlatformException FAILED_PRECONDITION with RESOURCE_NOT_EMPTY, naming a kind that it
   *     contains and that prevents its deletion
   */
  void delete(Write write, Uid group) {
    // One statement, because most groups that are deleted contain nothing.
    Tuple present =
        entityManager
            .createQuery(presence, Tuple.class)
            .setParameter("group", group)
            .getSingleResult();
    for (int i = 0; i < kinds.size(); i++) {
      if (present.get(i, Boolean.class)) {
        throw GroupRepository.notEmpty(group, kinds.get(i).plural());
      }
    }
    for (int i = 0; i < attachments.size(); i++) {
      if (present.get(kinds.size() + i, Boolean.class)) {
        attachments.get(i).deleteAt(write, group);
      }
    }
  }
}
