package local.platform.foundation.resource;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.IdempotencyKey.Written;
import local.platform.foundation.time.ChangeTimes;
import local.platform.foundation.transaction.Attempt;
import local.platform.foundation.transaction.DatabaseFailure;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;

/**
 * The only way to write resources: in one transaction, which recognises what an earlier attempt of
 * the same write has already done, and whose changes are passed to the observers. The changes of a
 * {@link DryRun} are made too, but rolled back, and no observer sees them. A request that repeats
 * an earlier one, by its {@link IdempotencyKey}, writes nothing. Services call it after
 * authorization and validation.
 */
@Dependent
public class ResourceWrites {
  private final Transactions transactions;
  private final List<ChangeObserver> observers;
  private final Clock clock;
  private final ChangeTimes changeTimes;
  private final IdempotencyKeys keys;

  @Inject
  public ResourceWrites(
      Transactions transactions,
      @Any Instance<ChangeObserver> observers,
      Clock clock,
      ChangeTimes changeTimes,
      IdempotencyKeys keys) {
    this(transactions, observers.stream().toList(), clock, changeTimes, keys);
  }

  /** Creates one with its observers, which are called in this order. */
  public ResourceWrites(
      Transactions transactions,
      List<ChangeObserver> observers,
      Clock clock,
      ChangeTimes changeTimes,
      IdempotencyKeys keys) {
    this.transactions = transactions;
    this.observers = List.copyOf(observers);
    this.clock = clock;
    this.changeTimes = changeTimes;
    this.keys = keys;
  }

  /**
   * Several changes that are made together.
   *
   * @param <T> the result
   */
  @FunctionalInterface
  public interface Work<T> {
    /**
     * Makes the changes.
     *
     * @param attempt tells whether an earlier attempt may already have made the changes
     * @param write makes the changes
     */
    T run(Attempt<T> attempt, Write write);
  }

  /**
   * Makes several changes of any kinds, none of which is implied by another. The work itself must
   * recognise what an earlier attempt has done.
   *
   * @return the result of the work; empty if the request repeats an earlier one with the same key,
   *     so that nothing is written, and {@link #repeated} tells what that one has written
   * @throws PlatformException ALREADY_EXISTS with IDEMPOTENCY_KEY_REUSED if the key of the request
   *     was used for another one
   */
  public <T> Optional<T> write(Author author, Work<T> work) {
    return write(author, clock::instant, work);
  }

  /**
   * Does the same for rows of which a list tells what has changed since a time: the time of the
   * write comes from {@link ChangeTimes}, in microseconds.
   *
   * @param organization the only one in which the write changes such rows
   */
  public <T> Optional<T> writeInOrder(Author author, Uid organization, Work<T> work) {
    return write(author, () -> changeTimes.next(organization), work);
  }

  /**
   * Does the same, for every kind of write.
   *
   * @param times gives the time of the rows that are changed
   */
  protected <T> Optional<T> write(Author author, Supplier<Instant> times, Work<T> work) {
    Optional<DryRun> dryRun = author.dryRun();
    if (dryRun.isPresent()) {
      return Optional.of(
          transactions.dryRun(
              attempt -> {
                Write write = new Write(author, clock, times);
                T result = work.run(attempt, write);
                dryRun.get().note(write.changes());
                return result;
              }));
    }
    if (author.key().isPresent()) {
      return writeOnce(author, author.key().get(), times, work);
    }
    return Optional.of(
        transactions.write(attempt -> run(work, attempt, new Write(author, clock, times))));
  }

  /** Makes the changes of a request with a key, unless one with the same key has made them. */
  private <T> Optional<T> writeOnce(
      Author author, IdempotencyKey key, Supplier<Instant> times, Work<T> work) {
    Uid identity = author.identity().orElseThrow();
    try {
      return transactions.write(
          attempt -> {
            Optional<IdempotencyKeys.Earlier> earlier = keys.claim(identity, key);
            if (earlier.isEmpty()) {
              // The row would be there if an earlier attempt had been committed.
              Write write = new Write(author, clock, times);
              T result = run(work, Attempt.first(), write);
              keys.complete(identity, key, write);
              return Optional.of(result);
            }
            if (earlier.get().own()) {
              return attempt
                  .uncertainResult()
                  .orElseThrow(() -> new IllegalStateException("a request with a key writes once"));
            }
            key.repeats(earlier.get().written());
            return Optional.empty();
          });
    } catch (PlatformException e) {
      throw e.reason().equals(PlatformException.COMMIT_UNKNOWN)
          ? PlatformException.commitUnknownWithKey()
          : e;
    }
  }

  private <T> T run(Work<T> work, Attempt<T> attempt, Write write) {
    T result = work.run(attempt, write);
    List<Change> changes = write.changes();
    if (!changes.isEmpty()) {
      observers.forEach(observer -> observer.changed(changes));
    }
    return result;
  }

  /** Returns what an earlier request with the same key has written. */
  protected List<Written> written(Author author) {
    return author.key().orElseThrow().written();
  }

  /**
   * Returns the uids of what an earlier request with the same key has written, in its order.
   *
   * @throws IllegalStateException if the request repeats none
   */
  public List<Uid> repeatedUids(Author author) {
    return written(author).stream().map(Written::uid).toList();
  }

  /**
   * Returns whether an earlier request with the same key has written a row, and not another one
   * that had its uid before.
   *
   * @param createTime when the row was created, which that request has noted
   */
  public boolean isWritten(Author author, Uid uid, Instant createTime) {
    return written(author).contains(new Written(uid, Optional.of(createTime)));
  }

  /**
   * Returns what an earlier request with the same key has written, as it is now.
   *
   * @throws PlatformException NOT_FOUND if it was deleted since
   */
  public <R extends Resource> R repeated(Author author, ResourceRepository<?, R> repository) {
    Written written = written(author).get(0);
    return transactions
        .read(
            () ->
                isThere(written, repository) ? repository.read(written.uid()) : Optional.<R>empty())
        .orElseThrow(() -> repository.notFound(written.uid()));
  }

  /** Returns whether no other row has the uid now, as far as that can be. */
  private static boolean isThere(Written written, ResourceRepository<?, ?> repository) {
    return written.createTime().isEmpty()
        || repository
            .find(written.uid())
            .filter(row -> row.createTime().equals(written.createTime().get()))
            .isPresent();
  }

  /** Records what the caller requested, and what it is told from another one with its uid by. */
  private static <E extends ResourceEntity, R extends Resource> void requested(
      Write write, ResourceRepository<E, R> repository, R shown) {
    write.requested(repository, shown);
    if (repository.parentKind().sharesUid()) {
      Instant createTime = repository.find(shown.uid()).orElseThrow().createTime();
      write.requested(repository, shown.uid(), createTime);
    }
  }

  /** Does the same for several resources, in the order in which they were written. */
  private <R extends Resource> List<R> allRepeated(
      Author author, ResourceRepository<?, R> repository) {
    List<Uid> uids = written(author).stream().map(Written::uid).toList();
    List<R> found = transactions.read(() -> repository.readInOrder(uids));
    List<Uid> present = found.stream().map(Resource::uid).toList();
    uids.stream()
        .filter(uid -> !present.contains(uid))
        .findFirst()
        .ifPresent(
            uid -> {
              throw repository.notFound(uid);
            });
    return found;
  }

  /**
   * Makes changes that follow from an earlier change of a row, by the server itself: all of them
   * count as implied by it. The work itself must recognise what an earlier attempt has done.
   */
  public <T> T writeImplied(EntityRepository<?> repository, Uid uid, Work<T> work) {
    return write(
            Author.SERVER,
            (Attempt<T> attempt, Write write) -> {
              write.requested(repository, uid);
              return work.run(attempt, write);
            })
        .orElseThrow();
  }

  /**
   * Creates a resource. If an earlier attempt may have been committed and the resource does not
   * exist, it is created, unless its kind tells that it was deleted since.
   *
   * @param uid its uid, minted before; or that of its parent, if the kind shares it
   * @param insert stores the resource with everything that belongs to it
   * @return what callers see of it
   * @throws PlatformException ALREADY_EXISTS if the kind shares the uid of the parent, which has
   *     one already
   */
  public <E extends ResourceEntity, R extends Resource> R create(
      Author author, ResourceRepository<E, R> repository, Uid uid, Function<Write, E> insert) {
    return unique(
        failure -> repository.parentKind().sharesUid() && failure.isDuplicatePrimaryKey(),
        () -> repository.takenUid(uid),
        () ->
            write(
                    author,
                    (Attempt<R> attempt, Write write) -> {
                      R shown =
                          created(repository, uid, attempt)
                              .orElseGet(() -> repository.show(insert.apply(write)));
                      requested(write, repository, shown);
                      return shown;
                    })
                .orElseGet(() -> repeated(author, repository)));
  }

  /**
   * Returns what an earlier attempt has created, if it was committed after all. Others may have
   * deleted it since.
   */
  private static <E extends ResourceEntity, R extends Resource> Optional<R> created(
      ResourceRepository<E, R> repository, Uid uid, Attempt<R> attempt) {
    if (!attempt.mayHaveCommitted()) {
      return Optional.empty();
    }
    Optional<R> found = repository.find(uid).map(repository::show);
    if (found.isPresent() && repository.parentKind().sharesUid()) {
      // Others may have created it, with the same uid.
      return Optional.of(
          found
              .filter(attempt.uncertainResult().orElseThrow()::equals)
              .orElseThrow(() -> repository.takenUid(uid)));
    }
    return found.or(() -> attempt.uncertainResult().filter(result -> repository.wasDeleted(uid)));
  }

  /**
   * Creates several resources, all or none, and never twice: if an earlier attempt may have been
   * committed and one of the resources does not exist, somebody may have deleted it since, so it is
   * not created again. For resources that grant something, which must not come back after they were
   * revoked.
   *
   * @param uids the new uids of the resources; at least one
   * @param insert stores the resources
   * @return the resources as callers see them, in the order of the uids
   * @throws PlatformException UNAVAILABLE with COMMIT_UNKNOWN if an earlier attempt may have been
   *     committed and one of the resources does not exist
   */
  public <E extends ResourceEntity, R extends Resource> List<R> createAll(
      Author author, ResourceRepository<E, R> repository, List<Uid> uids, Consumer<Write> insert) {
    Optional<List<R>> created =
        write(
            author,
            (attempt, write) -> {
              if (attempt.mayHaveCommitted()) {
                // Waits for a commit that is still under way, which creates all of them or none.
                repository.findForUpdate(uids.get(0));
              } else {
                insert.accept(write);
              }
              List<R> shown = repository.readInOrder(uids);
              if (shown.size() < uids.size()) {
                throw PlatformException.commitUnknown();
              }
              shown.forEach(each -> write.requested(repository, each));
              return shown;
            });
    return created.orElseGet(() -> allRepeated(author, repository));
  }

  /**
   * Updates a resource while it is locked.
   *
   * @param change checks whether the update is allowed, and applies it
   * @return what callers see of it
   * @throws PlatformException NOT_FOUND; ABORTED if the version is not the required one, or if an
   *     earlier attempt may have been committed and others have changed or deleted the resource
   *     since
   */
  public <E extends ResourceEntity, R extends Resource> R update(
      Author author,
      ResourceRepository<E, R> repository,
      Uid uid,
      VersionCondition condition,
      BiConsumer<Write, E> change) {
    return updated(author, repository, uid, condition, change)
        .orElseGet(() -> repeated(author, repository));
  }

  /**
   * Deletes a resource whose row remains, and only changes.
   *
   * @param change checks whether the deletion is allowed, and marks the row
   * @throws PlatformException what {@link #update} throws
   */
  public <E extends ResourceEntity> void markDeleted(
      Author author,
      ResourceRepository<E, ?> repository,
      Uid uid,
      VersionCondition condition,
      BiConsumer<Write, E> change) {
    updated(author, repository, uid, condition, change);
  }

  private <E extends ResourceEntity, R extends Resource> Optional<R> updated(
      Author author,
      ResourceRepository<E, R> repository,
      Uid uid,
      VersionCondition condition,
      BiConsumer<Write, E> change) {
    Optional<Updated<R>> updated =
        write(
            author,
            (attempt, write) -> {
              E resource = locked(repository, uid, attempt);
              if (!isDone(attempt, repository.changeStamp(resource))) {
                condition.check(uid, resource.version());
                write.update(repository, resource, each -> change.accept(write, each));
              }
              R shown = repository.show(resource);
              requested(write, repository, shown);
              return new Updated<>(shown, repository.changeStamp(resource));
            });
    return updated.map(Updated::shown);
  }

  /**
   * The result of an update: the resource as callers see it, parts of which other writes change,
   * and the stamp of this change.
   */
  private record Updated<R>(R shown, ResourceEntity.ChangeStamp changeStamp) {}

  /**
   * How a resource is created, or changed if it exists already.
   *
   * @param find finds and locks the existing one; empty if there is none
   * @param insert stores a new one with everything that belongs to it
   * @param change checks whether the existing one may be changed, and changes it
   * @param <E> entity of the kind
   */
  public record Replacement<E>(
      Supplier<Optional<E>> find, Function<Write, E> insert, BiConsumer<Write, E> change) {}

  /**
   * Creates a resource, or changes the existing one instead.
   *
   * @param uid the uid of a new one, minted before
   * @return what callers see of it
   * @throws PlatformException ABORTED if an earlier attempt may have been committed, and others
   *     have changed the resource since
   */
  public <E extends ResourceEntity, R extends Resource> R createOrChange(
      Author author, ResourceRepository<E, R> repository, Uid uid, Replacement<E> replacement) {
    Optional<Updated<R>> made =
        write(
            author,
            (attempt, write) -> {
              E resource =
                  made(repository, uid, attempt)
                      .or(() -> changed(repository, replacement, write))
                      .orElseGet(() -> replacement.insert().apply(write));
              R shown = repository.show(resource);
              requested(write, repository, shown);
              return new Updated<>(shown, repository.changeStamp(resource));
            });
    return made.map(Updated::shown).orElseGet(() -> repeated(author, repository));
  }

  /** Returns what an earlier attempt has created or changed, if it was committed after all. */
  private static <E extends ResourceEntity, R extends Resource> Optional<E> made(
      ResourceRepository<E, R> repository, Uid uid, Attempt<Updated<R>> attempt) {
    Optional<Uid> earlier = attempt.uncertainResult().map(updated -> updated.shown().uid());
    if (earlier.isEmpty() || earlier.get().equals(uid)) {
      return attempt.mayHaveCommitted() ? repository.find(uid) : Optional.empty();
    }
    return Optional.of(locked(repository, earlier.get(), attempt))
        .filter(resource -> isDone(attempt, repository.changeStamp(resource)));
  }

  private static <E extends ResourceEntity> Optional<E> changed(
      ResourceRepository<E, ?> repository, Replacement<E> replacement, Write write) {
    Optional<E> there = replacement.find().get();
    there.ifPresent(
        resource ->
            write.update(repository, resource, each -> replacement.change().accept(write, each)));
    return there;
  }

  private static <E extends ResourceEntity> E locked(
      ResourceRepository<E, ?> repository, Uid uid, Attempt<?> attempt) {
    return repository
        .findForUpdate(uid)
        .orElseThrow(
            () ->
                attempt.mayHaveCommitted()
                    ? PlatformException.concurrentUpdate()
                    : repository.notFound(uid));
  }

  /**
   * Returns whether an earlier attempt was committed after all: the resource is as that attempt
   * left it.
   */
  private static boolean isDone(
      Attempt<? extends Updated<?>> attempt, ResourceEntity.ChangeStamp current) {
    Optional<ResourceEntity.ChangeStamp> earlier =
        attempt.uncertainResult().map(Updated::changeStamp);
    if (earlier.isEmpty() || current.version() < earlier.get().version()) {
      return false;
    }
    if (!current.equals(earlier.get())) {
      // Others have changed it; whether before or after this write cannot be told.
      throw PlatformException.concurrentUpdate();
    }
    return true;
  }

  /**
   * Deletes a resource while it is locked.
   *
   * @param delete checks whether the deletion is allowed, and deletes the resource with everything
   *     that belongs to it
   * @throws PlatformException NOT_FOUND; ABORTED if the version is not the required one, or if the
   *     kind shares the uid of the parent, an earlier attempt may have been committed, and others
   *     have changed the resource or created another one since
   */
  public <E extends ResourceEntity> void delete(
      Author author,
      ResourceRepository<E, ?> repository,
      Uid uid,
      VersionCondition condition,
      BiConsumer<Write, E> delete) {
    write(
        author,
        (attempt, write) -> {
          Optional<E> resource = repository.findForUpdate(uid);
          if (resource.isEmpty() && attempt.mayHaveCommitted()) {
            return attempt.uncertainResult().orElseThrow();
          }
          E found = resource.orElseThrow(() -> repository.notFound(uid));
          ResourceEntity.ChangeStamp deleted = found.changeStamp();
          if (repository.parentKind().sharesUid()
              && attempt.uncertainResult().filter(each -> !each.equals(deleted)).isPresent()) {
            // Others may have created it anew, with the same uid.
            throw PlatformException.concurrentUpdate();
          }
          condition.check(uid, found.version());
          delete.accept(write, found);
          write.requested(repository, uid);
          return deleted;
        });
  }

  /**
   * Runs a write that may violate a unique constraint.
   *
   * @param uniqueKey name of the constraint
   * @param taken creates the exception that is thrown if the constraint is violated
   */
  public static <T> T unique(
      String uniqueKey, Supplier<PlatformException> taken, Supplier<T> write) {
    return unique(failure -> failure.isDuplicateOf(uniqueKey), taken, write);
  }

  private static <T> T unique(
      Predicate<DatabaseFailure> violation, Supplier<PlatformException> taken, Supplier<T> write) {
    try {
      return write.get();
    } catch (RuntimeException e) {
      throw violation.test(DatabaseFailure.of(e)) ? taken.get() : e;
    }
  }
}
