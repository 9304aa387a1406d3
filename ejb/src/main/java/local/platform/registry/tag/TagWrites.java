package local.platform.registry.tag;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Consumer;
import local.platform.access.authz.Caller;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.ResourceEntity.ChangeStamp;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.resource.Write;
import local.platform.foundation.transaction.Attempt;
import local.platform.foundation.transaction.DatabaseFailure;
import local.platform.foundation.uid.Uid;
import local.platform.registry.repo.RepoRepository;

/**
 * Writes tags and their history. A tag that was deleted can exist again under the same uid, so what
 * an earlier attempt has done cannot be seen from the tag alone: it is recognised by its entry in
 * the history. What changes no digest has no entry, and is recognised by the row of the tag.
 */
@Dependent
public class TagWrites {
  private static final String UNIQUE_NAME = "uq_tag_name";

  /** Maximum number of look-ups of a name that others create at the same time. */
  private static final int MAX_LOOKUPS = 3;

  private final TagRepository tags;
  private final TagHistory history;
  private final RepoRepository repos;
  private final ResourceWrites writes;

  @Inject
  public TagWrites(
      TagRepository tags, TagHistory history, RepoRepository repos, ResourceWrites writes) {
    this.tags = tags;
    this.history = history;
    this.repos = repos;
    this.writes = writes;
  }

  /**
   * The result of an attempt.
   *
   * @param tag the tag as callers see it
   * @param stamp the stamp of its last change
   * @param changed whether the attempt changed anything
   * @param recorded whether the history has an entry for it
   */
  private record Written(Tag tag, ChangeStamp stamp, boolean changed, boolean recorded) {}

  /**
   * Creates a tag, or changes the one that has its name, which keeps its digest if the draft has
   * none.
   *
   * @throws PlatformException NOT_FOUND if the repo does not exist
   */
  Tag put(Caller caller, Uid repo, TagDraft draft) {
    Uid uid = tags.newUid(repo);
    long entry = TagHistory.newId();
    for (int lookup = 1; ; lookup++) {
      try {
        return writes
            .writeInOrder(
                caller.author(),
                repo.root(),
                (Attempt<Written> attempt, Write write) -> {
                  Optional<TagEntity> stored = tags.findForUpdate(repo, draft.name());
                  return earlier(attempt, entry)
                      .orElseGet(
                          () ->
                              stored
                                  .map(tag -> change(write, tag, draft, entry))
                                  .orElseGet(() -> create(write, uid, draft, entry)));
                })
            .map(Written::tag)
            .orElseGet(() -> writes.repeated(caller.author(), tags));
      } catch (RuntimeException e) {
        // Others have created it since it was looked up; now it is found.
        if (lookup == MAX_LOOKUPS || !DatabaseFailure.of(e).isDuplicateOf(UNIQUE_NAME)) {
          throw e;
        }
      }
    }
  }

  private Written create(Write write, Uid uid, TagDraft draft, long entry) {
    Uid repo = uid.parent().orElseThrow();
    if (!repos.lockShared(repo)) {
      throw repos.notFound(repo);
    }
    TagEntity tag = write.insert(tags, new TagEntity(uid, draft, write.time()));
    Written written = written(write, tag, true, draft.hasDigest(), entry);
    write.requested(tags, written.tag());
    return written;
  }

  private Written change(Write write, TagEntity tag, TagDraft draft, long entry) {
    TagDraft whole = draft.orDigestOf(tag.draft());
    Written written = change(write, tag, entry, each -> each.store(whole, write::time));
    write.requested(tags, written.tag());
    return written;
  }

  private Written change(Write write, TagEntity tag, long entry, Consumer<TagEntity> change) {
    long version = tag.version();
    Optional<String> digest = tag.digest();
    write.update(tags, tag, change);
    return written(write, tag, tag.version() > version, !tag.digest().equals(digest), entry);
  }

  private Written written(
      Write write, TagEntity tag, boolean changed, boolean recorded, long entry) {
    if (recorded) {
      history.add(write, tags, tag, entry);
    }
    return new Written(tag.toRecord(), tag.changeStamp(), changed, recorded);
  }

  /**
   * Returns what an earlier attempt has written if it was committed after all.
   *
   * @throws PlatformException ABORTED if it is unknown whether it was, because others have changed
   *     the tag
   */
  private Optional<Written> earlier(Attempt<Written> attempt, long entry) {
    Optional<Written> earlier = attempt.uncertainResult().filter(Written::changed);
    if (earlier.isEmpty() || earlier.get().recorded()) {
      return earlier.filter(done -> history.contains(done.tag().uid(), entry));
    }
    Optional<TagEntity> row = tags.findRowForUpdate(earlier.get().tag().uid());
    ChangeStamp stamp = earlier.get().stamp();
    if (stamp.version() == 0) {
      return earlier.filter(created -> row.isPresent()); // nothing else creates this uid
    }
    TagEntity tag = row.orElseThrow(PlatformException::concurrentUpdate);
    if (tag.version() < stamp.version()) {
      return Optional.empty();
    }
    if (!tag.changeStamp().equals(stamp)) {
      throw PlatformException.concurrentUpdate();
    }
    return earlier;
  }

  /**
   * Updates a tag.
   *
   * @throws PlatformException NOT_FOUND; INVALID_ARGUMENT if its name would change; ABORTED if the
   *     version is not the required one
   */
  Tag update(Caller caller, Uid uid, DraftChange<TagDraft> change, VersionCondition condition) {
    long entry = TagHistory.newId();
    return writes
        .writeInOrder(
            caller.author(),
            uid.root(),
            (Attempt<Written> attempt, Write write) -> {
              Optional<TagEntity> stored = tags.findForUpdate(uid);
              return earlier(attempt, entry)
                  .orElseGet(
                      () -> {
                        TagEntity tag = stored.orElseThrow(() -> tags.notFound(uid));
                        condition.check(uid, tag.version());
                        TagDraft before = tag.draft();
                        TagDraft after = change.applyTo(before);
                        if (!after.name().equals(before.name())) {
                          throw PlatformException.invalidArgument(
                              "name", "cannot be changed: create a tag with the other name");
                        }
                        return change(write, tag, after, entry);
                      });
            })
        .map(Written::tag)
        .orElseGet(() -> writes.repeated(caller.author(), tags));
  }

  /**
   * Deletes a tag. Its row remains.
   *
   * @throws PlatformException NOT_FOUND; ABORTED if the version is not the required one
   */
  void delete(Caller caller, Uid uid, VersionCondition condition) {
    long entry = TagHistory.newId();
    writes.writeInOrder(
        caller.author(),
        uid.root(),
        (Attempt<Written> attempt, Write write) -> {
          Optional<TagEntity> stored = tags.findForUpdate(uid);
          return earlier(attempt, entry)
              .orElseGet(
                  () -> {
                    TagEntity tag = stored.orElseThrow(() -> tags.notFound(uid));
                    condition.check(uid, tag.version());
                    Written deleted =
                        change(write, tag, entry, each -> each.markDeleted(write.time()));
                    write.requested(tags, uid);
                    return deleted;
                  });
        });
  }
}
