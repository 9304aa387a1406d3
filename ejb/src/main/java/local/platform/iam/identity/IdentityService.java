package local.platform.iam.identity;

import java.time.Duration;
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
 * What can be done with identities. Each method decides first whether the caller may do it, from
 * the uid alone; then whether the request is well formed; and only then looks whether anything is
 * there.
 */
public interface IdentityService {

  /**
   * Reads an identity; needs {@code identity.list} at it.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND
   */
  Identity get(Caller caller, Uid uid);

  /**
   * Reads a page of the identities at which the caller holds {@code identity.list}.
   *
   * @throws PlatformException INVALID_ARGUMENT
   */
  Page<Identity> list(Caller caller, IdentityQuery query, PageRequest page);

  /**
   * Walks all identities at which the caller holds {@code identity.list}, in the order of uids.
   *
   * @param window which part of them
   * @param consumer takes each
   */
  void walk(Caller caller, IdentityQuery query, Window window, Consumer<? super Identity> consumer);

  /**
   * Finds the one identity that is recognised by a claim match of exactly this issuer and subject,
   * patterns not considered, and at which the caller holds {@code identity.list}.
   *
   * @throws PlatformException INVALID_ARGUMENT if one of them is empty; NOT_FOUND if there is no
   *     such identity, or several, or none that the caller may know, without saying which
   */
  Identity lookup(Caller caller, String issuer, String subject);

  /**
   * Creates an identity, which may do nothing yet; needs {@code identity.create} at the parent.
   *
   * @param keyLifetime for how long from now on static keys can be accepted at most, and are where
   *     they do not say until when
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT; NOT_FOUND if there is no such
   *     parent
   */
  Identity create(Caller caller, Uid parent, IdentityDraft draft, Duration keyLifetime);

  /**
   * Changes an identity; needs {@code identity.update} at it. Who changes its relationship could
   * act as it afterwards, so that takes, besides, every capability that it has in its own
   * organization, held at those groups; if it has any elsewhere, every capability of {@code owner}
   * at its organization; and if it is an operator, being one, with a token that is not narrowed.
   * Tokens that were issued to it before are good no more then.
   *
   * @param keyLifetime for how long from now on static keys can be accepted at most, if the
   *     relationship changes
   * @throws PlatformException PERMISSION_DENIED, with GRANT_EXCEEDS_CALLER if the caller could gain
   *     by it; INVALID_ARGUMENT; NOT_FOUND; ABORTED if the version is not the required one
   */
  Identity update(
      Caller caller,
      Uid uid,
      DraftChange<IdentityDraft> change,
      Duration keyLifetime,
      VersionCondition condition);

  /**
   * Deletes an identity with all that was granted to it, everywhere; needs {@code identity.delete}
   * at it. Its tokens are good no more.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND; FAILED_PRECONDITION with LAST_OWNER if
   *     its own organization would have no owner, or with LAST_OPERATOR; ABORTED if the version is
   *     not the required one
   */
  void delete(Caller caller, Uid uid, VersionCondition condition);
}
