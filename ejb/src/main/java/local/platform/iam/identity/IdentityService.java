package local.platform.iam.identity;

import java.time.Duration;
import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;

/**
 * The operations on identities besides the standard methods. Each method first checks, from the uid
 * alone, whether the caller may do it; then whether the request is valid; and only then whether the
 * resources exist.
 */
public interface IdentityService {
  /**
   * Returns the identity whose claim match has exactly this issuer and subject and at which the
   * caller holds {@code identity.list}. Patterns are not considered.
   *
   * @throws PlatformException INVALID_ARGUMENT if issuer or subject is empty; NOT_FOUND if the
   *     caller may see no such identity or several, without telling these cases apart
   */
  Identity lookup(Caller caller, String issuer, String subject);

  /**
   * Creates an identity, which has no capabilities yet. Requires {@code identity.create} at the
   * parent.
   *
   * @param keyLifetime the longest time from now for which static keys can be accepted; also the
   *     default if they have no expiration time
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT; NOT_FOUND if the parent does not
   *     exist
   */
  Identity create(Caller caller, Uid parent, IdentityDraft draft, Duration keyLifetime);

  /**
   * Updates an identity. Requires {@code identity.update} at it.
   *
   * <p>A caller who changes the relationship could act as the identity afterwards, so such a change
   * requires more: every capability that the identity has in its own organization, at the same
   * groups; if it has capabilities elsewhere, every capability of {@code owner} at its
   * organization; and if it is an operator, that the caller is one too, with a token that is not
   * narrowed. The same applies to all identities for which its tokens can be exchanged. Tokens that
   * were issued to the identity before are no longer valid after such a change.
   *
   * @param keyLifetime the longest time from now for which static keys can be accepted, if the
   *     relationship changes
   * @throws PlatformException PERMISSION_DENIED, with GRANT_EXCEEDS_CALLER if the caller could gain
   *     capabilities by changing the relationship; INVALID_ARGUMENT; NOT_FOUND; ABORTED if the
   *     version is not the required one
   */
  Identity update(
      Caller caller,
      Uid uid,
      DraftChange<IdentityDraft> change,
      Duration keyLifetime,
      VersionCondition condition);
}
