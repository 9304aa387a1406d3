package local.platform.registry.tag;

import java.util.function.Consumer;
import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;

/**
 * The operations on tags. Each first checks, from the uid alone, whether the caller may do it. What
 * lies in a repo that is deleted does not exist any more.
 */
public interface TagService {

  /**
   * Reads a tag. Requires {@code tag.list} at it.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND
   */
  Tag get(Caller caller, Uid uid);

  /**
   * Returns a page of the tags at which the caller holds {@code tag.list}.
   *
   * @throws PlatformException INVALID_ARGUMENT
   */
  Page<Tag> list(Caller caller, TagQuery query, PageRequest page);

  /**
   * Passes the tags at which the caller holds {@code tag.list} to a consumer, in the order of uids.
   *
   * @param window the part of the list that is requested
   * @param consumer receives each tag
   */
  void walk(Caller caller, TagQuery query, Window window, Consumer<? super Tag> consumer);

  /**
   * Creates a tag, or replaces the one that has its name, which keeps its uid. Requires {@code
   * tag.create} at the repo. Changes nothing if the tag has all these values already.
   *
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT; NOT_FOUND if the repo does not
   *     exist
   */
  Tag create(Caller caller, Uid repo, TagDraft draft);

  /**
   * Does the same as {@link #create} for a draft that may be without a digest: an existing tag then
   * keeps the one that it has, and a new tag has none, and no history, until it gets one.
   *
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT; NOT_FOUND if the repo does not
   *     exist
   */
  Tag createKeepingDigest(Caller caller, Uid repo, TagDraft draft);

  /**
   * Updates a tag. Requires {@code tag.update} at it.
   *
   * @throws PlatformException PERMISSION_DENIED; INVALID_ARGUMENT, also if its name would change;
   *     NOT_FOUND; ABORTED if the version is not the required one
   */
  Tag update(Caller caller, Uid uid, DraftChange<TagDraft> change, VersionCondition condition);

  /**
   * Deletes a tag. Requires {@code tag.delete} at it. A tag that is created under its name later
   * has the same uid, and continues its history.
   *
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND; ABORTED if the version is not the
   *     required one
   */
  void delete(Caller caller, Uid uid, VersionCondition condition);

  /**
   * Passes entries of the history of a tag to a consumer, the oldest first; none if the caller does
   * not hold {@code tag.list} at the tag, or if there never was such a tag.
   *
   * @param window the part of the history that is requested
   */
  void walkHistory(
      Caller caller,
      TagHistoryQuery query,
      Window window,
      Consumer<? super TagHistoryEntry> consumer);

  /**
   * Summarises the tags of a repo. Requires {@code tag.list} at it.
   *
   * @param filter the formats of names that count
   * @throws PlatformException PERMISSION_DENIED; NOT_FOUND if the repo does not exist
   */
  TagSummary summarize(Caller caller, Uid repo, TagNameFilter filter);
}
