package local.platform.iam.group;

import java.util.Optional;
import java.util.function.Consumer;
import local.platform.authz.Caller;
import local.platform.error.PlatformException;
import local.platform.paging.Page;
import local.platform.paging.PageRequest;
import local.platform.paging.Window;
import local.platform.resource.DraftChange;
import local.platform.resource.VersionCondition;
import local.platform.uid.Uid;

/**
 * What can be done with groups. Each method decides first whether the caller may do it, from the
 * uid alone; then whether the request is well formed; and only then looks whether anything is
 * there.
 */
public interface GroupService {

  /**
   * Reads a group; needs {@code groups.list} at it.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND
   */
  Group get(Caller caller, Uid uid);

  /**
   * Reads a page of the groups at which the caller holds {@code groups.list}.
   *
   * @throws PlatformException INVALID_ARGUMENT
   */
  Page<Group> list(Caller caller, GroupQuery query, PageRequest page);

  /**
   * Walks all groups at which the caller holds {@code groups.list}, in the order of uids.
   *
   * @param window which part of them
   * @param consumer takes each
   */
  void walk(Caller caller, GroupQuery query, Window window, Consumer<? super Group> consumer);

  /**
   * Creates a group; needs {@code groups.create} at the parent. An organization may be created by
   * any identity where the configuration says so, otherwise by operators; never with a narrowed
   * token. Its creator becomes its owner. Only organizations have a kind, and no group is created
   * verified.
   *
   * @param parent the group under which it is created; empty for an organization
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT; NOT_FOUND if there is no such
   *     parent
   */
  Group create(Caller caller, Optional<Uid> parent, GroupDraft draft);

  /**
   * Changes a group; needs {@code groups.update} at it. A change to what is there already leaves
   * version and update time alone. Only organizations have a kind, and whether one is verified
   * cannot be changed so.
   *
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT; NOT_FOUND; ABORTED if the
   *     version is not the required one
   */
  Group update(Caller caller, Uid uid, DraftChange<GroupDraft> change, VersionCondition condition);

  /**
   * Deletes a group; needs {@code groups.delete} at it. Role bindings at it and invites to it go
   * with it, anything else in it prevents it. When an organization is deleted, the caller's own
   * identity directly in it goes along.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND; FAILED_PRECONDITION with
   *     RESOURCE_NOT_EMPTY, or with LAST_OPERATOR if the only operator would go along; ABORTED if
   *     the version is not the required one
   */
  void delete(Caller caller, Uid uid, VersionCondition condition);
}
