package local.platform.iam.group;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.resource.Write;
import local.platform.foundation.transaction.DatabaseFailure;
import local.platform.foundation.transaction.DatabaseFailure.Kind;
import local.platform.foundation.uid.Uid;

/** The repository of groups. */
@Dependent
public class GroupRepository extends ResourceRepository<GroupEntity, Group> {

  @Inject
  public GroupRepository(EntityManager entityManager, DatabaseVendor vendor) {
    super(
        entityManager,
        vendor,
        GroupEntity.class,
        ParentKind.GROUP.name(),
        ParentKind.GROUP,
        GroupEntity::toRecord);
  }

  /**
   * Stores a new group.
   *
   * @throws PlatformException NOT_FOUND if its parent does not exist
   */
  public Group insert(Write write, Uid uid, String name, String description, Instant now) {
    GroupDraft draft = new GroupDraft(name, description);
    return write.insert(this, new GroupEntity(uid, draft, now)).toRecord();
  }

  /**
   * Deletes an empty group.
   *
   * @throws PlatformException FAILED_PRECONDITION if it contains something
   */
  void deleteEmpty(Write write, GroupEntity group) {
    try {
      write.delete(this, group);
    } catch (RuntimeException e) {
      if (DatabaseFailure.of(e).kind() == Kind.HAS_CHILDREN) {
        throw notEmpty(group.uid(), "resources");
      }
      throw e;
    }
  }

  static PlatformException notEmpty(Uid group, String kind) {
    return PlatformException.failedPrecondition(
        "RESOURCE_NOT_EMPTY",
        group,
        "cannot delete group with child " + kind + ": delete them first");
  }
}
