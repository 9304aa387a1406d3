package local.platform.access.authz;

import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.ApiRequest;
import local.platform.foundation.resource.Author;
import local.platform.foundation.uid.Uid;

/**
 * The identity that makes a request, and what it may do. Created once per request, from the token
 * and the current role bindings.
 *
 * @param identity uid of the identity that the token was issued to
 * @param narrowing the token's voluntary restriction
 * @param grants what remains of the identity's role bindings after narrowing
 * @param request what it requests; empty as long as only the token is known
 */
public record Caller(
    Uid identity, Narrowing narrowing, Grants grants, Optional<ApiRequest> request) {

  /** Creates a caller of whom only the token is known. */
  public Caller(Uid identity, Narrowing narrowing, Grants grants) {
    this(identity, narrowing, grants, Optional.empty());
  }

  /** Returns the same caller with its request. */
  public Caller making(ApiRequest made) {
    return new Caller(identity, narrowing, grants, Optional.of(made));
  }

  /**
   * Checks that the caller holds a capability at a uid or at one of its ancestors. Must be called
   * before anything is looked up, so that callers cannot find out whether a resource exists that
   * they may not see.
   *
   * @throws PlatformException PERMISSION_DENIED if it does not, whether or not the resource exists
   */
  public void require(Capability capability, Uid uid) {
    if (!grants.allows(capability, uid)) {
      throw PlatformException.permissionDenied(capability.dottedName(), uid);
    }
  }

  /**
   * Checks that the caller holds each of the capabilities at a uid, as {@link #require(Capability,
   * Uid)} does for one.
   *
   * @throws PlatformException PERMISSION_DENIED that names the first that it does not hold
   */
  public void require(Collection<Capability> capabilities, Uid uid) {
    capabilities.forEach(capability -> require(capability, uid));
  }

  /**
   * Checks that the caller holds at least one of the capabilities at a uid or at one of its
   * ancestors, as {@link #require(Capability, Uid)} does for one.
   *
   * @throws PlatformException PERMISSION_DENIED if it holds none, whether or not the resource
   *     exists
   */
  public void requireAny(Collection<Capability> capabilities, Uid uid) {
    if (!holdsAny(capabilities, uid)) {
      throw PlatformException.permissionDenied(
          capabilities.stream().map(Capability::dottedName).collect(Collectors.joining(" or ")),
          uid);
    }
  }

  /** Returns whether the caller holds at least one of the capabilities at a uid. */
  public boolean holdsAny(Collection<Capability> capabilities, Uid uid) {
    return capabilities.stream().anyMatch(capability -> grants.allows(capability, uid));
  }

  /** Returns whether the caller holds all of the capabilities at a group. */
  public boolean holdsAll(Collection<Capability> capabilities, Uid group) {
    return grants.capabilitiesAt(group).containsAll(capabilities);
  }

  /**
   * Checks that the caller holds all of the capabilities at a group, and so may grant them there.
   *
   * @throws PlatformException PERMISSION_DENIED with GRANT_EXCEEDS_CALLER if it does not
   */
  public void requireAll(Collection<Capability> capabilities, Uid group) {
    if (!holdsAll(capabilities, group)) {
      throw PlatformException.grantExceedsCaller(group);
    }
  }

  /**
   * Checks that the token is not narrowed.
   *
   * @throws PlatformException PERMISSION_DENIED if it is
   */
  public void requireUnnarrowed() {
    if (!narrowing.isNone()) {
      throw PlatformException.permissionDenied(
          "a narrowed token cannot do this: use one without scopes and cap");
    }
  }

  /** Returns who makes the changes that the caller requests. */
  public Author author() {
    return Author.of(identity, request);
  }

  /**
   * Returns a text that is equal for equal identities and restrictions of the token, and only for
   * those. Page tokens are bound to it.
   */
  public String canonicalText() {
    return identity.value() + " " + narrowing.canonicalText();
  }

  /**
   * Returns the uids at which the capability is held, each of which a list may show with everything
   * below it. The subtrees may overlap.
   */
  public List<Uid> visible(Capability capability) {
    return grants.groupsWith(capability);
  }

  /** Returns the same for each of several capabilities. */
  public Map<Capability, List<Uid>> visible(Collection<Capability> capabilities) {
    Map<Capability, List<Uid>> visible = new EnumMap<>(Capability.class);
    capabilities.forEach(capability -> visible.put(capability, visible(capability)));
    return visible;
  }
}
