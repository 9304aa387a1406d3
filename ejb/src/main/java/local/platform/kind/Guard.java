package local.platform.kind;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;

/**
 * Authorizes calls of a method of a kind. It decides from the uid alone, before anything is looked
 * up, so that callers learn nothing about resources that they may not see.
 *
 * @param capabilities what the caller must hold, in the order in which they are checked
 * @param atRoots what is checked instead at uids without a parent; empty if they are no exception
 */
public record Guard(List<Capability> capabilities, Optional<Consumer<Uid>> atRoots) {
  public Guard {
    capabilities = List.copyOf(capabilities);
  }

  /** Requires capabilities at the uid or at one of its ancestors. */
  public static Guard of(Capability... capabilities) {
    return new Guard(List.of(capabilities), Optional.empty());
  }

  /**
   * Returns the same guard, except at uids without a parent. Only for kinds of which the server
   * itself has resources there, which belong to no organization.
   *
   * @param check throws a {@link PlatformException} if the method cannot be called there, whoever
   *     calls it
   */
  public Guard exceptAtRoots(Consumer<Uid> check) {
    return new Guard(capabilities, Optional.of(check));
  }

  /**
   * Checks that the caller may call the method.
   *
   * @param uid the uid of the resource; that of the parent if the method creates one
   * @throws PlatformException PERMISSION_DENIED if the caller lacks a capability, whether or not
   *     the resource exists
   */
  public void require(Caller caller, Uid uid) {
    if (uid.isRoot() && atRoots.isPresent()) {
      atRoots.get().accept(uid);
      return;
    }
    capabilities.forEach(capability -> caller.require(capability, uid));
  }
}
