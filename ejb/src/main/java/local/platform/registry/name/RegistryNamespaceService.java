package local.platform.registry.name;

import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;

/**
 * The operations on namespaces. Each requires an operator's token that is not narrowed and checks
 * that before anything else: every other caller gets the same PERMISSION_DENIED.
 */
public interface RegistryNamespaceService {
  /**
   * Returns a page of all namespaces, in the order of their names.
   *
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT
   */
  Page<RegistryNamespace> list(Caller caller, PageRequest page);

  /**
   * Gives an organization a namespace. The pull names of repos that are created in it from now on
   * begin with the namespace.
   *
   * @param name 2 to 64 characters: runs of lower-case letters and digits, joined by a dot, one or
   *     two underscores, or hyphens; not 40 hexadecimal digits
   * @param group uid of the organization
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT on {@code name}, and on {@code
   *     group} if there is no such organization; ALREADY_EXISTS if the name is taken, or if the
   *     organization has a namespace; UNAVAILABLE with COMMIT_UNKNOWN if it is not known whether
   *     the namespace was created
   */
  RegistryNamespace create(Caller caller, String name, Uid group);

  /**
   * Takes a namespace away from its organization, unless the pull name of a repo or a tombstone
   * begins with it.
   *
   * @param condition its precondition; namespaces have no versions
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND; ABORTED if the condition is not met;
   *     FAILED_PRECONDITION with NAMESPACE_IN_USE
   */
  void delete(Caller caller, String name, VersionCondition condition);
}
