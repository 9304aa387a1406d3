package local.platform.authz;

import java.util.Collection;
import java.util.List;
import local.platform.error.PlatformException;
import local.platform.uid.Uid;

/**
 * Who makes a request, and what it may do. Made once a request, from the token and from the role
 * bindings as they are at that moment.
 *
 * @param identity uid of the identity that the token was issued to
 * @param narrowing the token's voluntary restriction
 * @param grants what remains of the identity's role bindings after it
 */
public record Caller(Uid identity, Narrowing narrowing, Grants grants) {

  /**
   * Lets pass who holds the capability at the uid's path. To be called before anything is looked
   * up, so that who may not know whether a resource exists cannot find out.
   *
   * @throws PlatformException PERMISSION_DENIED, the same whether or not the resource exists
   */
  public void require(Capability capability, Uid uid) {
    if (!grants.allows(capability, uid)) {
      throw PlatformException.permissionDenied(capability.dottedName(), uid);
    }
  }

  /** Whether the caller holds every one of the capabilities at a group. */
  public boolean holdsAll(Collection<Capability> capabilities, Uid group) {
    return grants.capabilitiesAt(group).containsAll(capabilities);
  }

  /**
   * Lets pass who holds every one of the capabilities at a group, and so may grant them there.
   *
   * @throws PlatformException PERMISSION_DENIED with GRANT_EXCEEDS_CALLER
   */
  public void requireAll(Collection<Capability> capabilities, Uid group) {
    if (!holdsAll(capabilities, group)) {
      throw PlatformException.grantExceedsCaller(group);
    }
  }

  /**
   * Lets pass only a token that is not narrowed.
   *
   * @throws PlatformException PERMISSION_DENIED otherwise
   */
  public void requireUnnarrowed() {
    if (!narrowing.isNone()) {
      throw PlatformException.permissionDenied(
          "a narrowed token cannot do this: use one without scopes and cap");
    }
  }

  /** The uids that a list may show, each with everything below it. May overlap. */
  public List<Uid> visible(Capability capability) {
    return grants.groupsWith(capability);
  }
}
