package local.platform.resource;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import local.platform.authz.Caller;
import local.platform.error.PlatformException;
import local.platform.transaction.Attempt;
import local.platform.transaction.DatabaseFailure;
import local.platform.transaction.Transactions;
import local.platform.uid.Uid;

/**
 * The one way in which resources are written: in one transaction, which recognises what an earlier
 * attempt of the same write has done already, and whose changes the observers see. Services call it
 * after they have authorized and validated.
 */
@Dependent
public class ResourceWrites {
  private final Transactions transactions;
  private final List<ChangeObserver> observers;
  private final Clock clock;

  @Inject
  public ResourceWrites(
      Transactions transactions, @Any Instance<ChangeObserver> observers, Clock clock) {
    this(transactions, observers.stream().toList(), clock);
  }

  /** Takes the observers, which are called in this order. */
  public ResourceWrites(Transactions transactions, List<ChangeObserver> observers, Clock clock) {
    this.transactions = transactions;
    this.observers = List.copyOf(observers);
    this.clock = clock;
  }

  /**
   * Several changes that belong together.
   *
   * @param <T> what they come to
   */
  @FunctionalInterface
  public interface Work<T> {
    /**
     * Makes the changes.
     *
     * @param attempt tells whether an earlier attempt may have made them already
     * @param write through which they are made
     */
    T run(Attempt<T> attempt, Write write);
  }

  /**
   * Makes several changes of any kinds, none of which follows from another. The work itself has to
   * recognise what an earlier attempt has done.
   */
  public <T> T write(Author author, Work<T> work) {
    return transactions.write(
        attempt -> {
          Write write = new Write(author, clock);
          T result = work.run(attempt, write);
          List<Change> changes = write.changes();
          if (!changes.isEmpty()) {
            observers.forEach(observer -> observer.changed(changes));
          }
          return result;
        });
  }

  /**
   * Creates a resource.
   *
   * @param uid its uid, minted before
   * @param insert stores it, with what belongs to it
   * @return what callers see of it
   */
  public <E extends ResourceEntity, R extends Resource> R create(
      Caller caller, ResourceRepository<E, R> repository, Uid uid, Function<Write, E> insert) {
    return write(
        Author.of(caller),
        (attempt, write) -> {
          Optional<E> made = attempt.mayHaveCommitted() ? repository.find(uid) : Optional.empty();
          R shown = repository.show(made.orElseGet(() -> insert.apply(write)));
          write.requested(repository, shown);
          return shown;
        });
  }

  /**
   * Creates resources, all or none, and in one attempt only: where it is not known whether they
   * were created, and one is not there, it may have been created and deleted since, and stays so.
   * That is how what grants something is created.
   *
   * @param uids their uids, minted before; at least one
   * @param insert stores them
   * @return what callers see of them, in the order of the uids
   * @throws PlatformException UNAVAILABLE with COMMIT_UNKNOWN if it is not known whether they were
   *     created, and one is not there
   */
  public <E extends ResourceEntity, R extends Resource> List<R> createAll(
      Caller caller, ResourceRepository<E, R> repository, List<Uid> uids, Consumer<Write> insert) {
    return write(
        Author.of(caller),
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
  }

  /**
   * Changes a resource, which is locked meanwhile.
   *
   * @param change decides whether it may be changed so, and changes it
   * @return what callers see of it
   * @throws PlatformException NOT_FOUND; ABORTED if the version is not the required one, or if it
   *     is not known whether it was changed, and others have changed or deleted it since
   */
  public <E extends ResourceEntity, R extends Resource> R update(
      Caller caller,
      ResourceRepository<E, R> repository,
      Uid uid,
      VersionCondition condition,
      BiConsumer<Write, E> change) {
    Updated<R> updated =
        write(
            Author.of(caller),
            (attempt, write) -> {
              E resource = locked(repository, uid, attempt);
              if (!isDone(attempt, resource)) {
                condition.check(uid, resource.version());
                write.update(repository, resource, each -> change.accept(write, each));
              }
              R shown = repository.show(resource);
              write.requested(repository, shown);
              return new Updated<>(shown, resource.changeStamp());
            });
    return updated.shown();
  }

  /** What an update came to: what callers see, some of which others change, and its own mark. */
  private record Updated<R>(R shown, ResourceEntity.ChangeStamp changeStamp) {}

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

  /** Whether the resource is as an earlier attempt left it, which then was committed after all. */
  private static boolean isDone(Attempt<? extends Updated<?>> attempt, ResourceEntity resource) {
    Optional<ResourceEntity.ChangeStamp> earlier =
        attempt.uncertainResult().map(Updated::changeStamp);
    if (earlier.isEmpty() || resource.version() < earlier.get().version()) {
      return false;
    }
    if (!resource.changeStamp().equals(earlier.get())) {
      // Others have changed it, before or after: nobody can tell.
      throw PlatformException.concurrentUpdate();
    }
    return true;
  }

  /**
   * Deletes a resource, which is locked meanwhile.
   *
   * @param delete decides whether it may be deleted, and deletes it with what belongs to it
   * @throws PlatformException NOT_FOUND; ABORTED if the version is not the required one
   */
  public <E extends ResourceEntity> void delete(
      Caller caller,
      ResourceRepository<E, ?> repository,
      Uid uid,
      VersionCondition condition,
      BiConsumer<Write, E> delete) {
    write(
        Author.of(caller),
        (attempt, write) -> {
          Optional<E> resource = repository.findForUpdate(uid);
          if (resource.isEmpty() && attempt.mayHaveCommitted()) {
            return uid;
          }
          E found = resource.orElseThrow(() -> repository.notFound(uid));
          condition.check(uid, found.version());
          delete.accept(write, found);
          write.requested(repository, uid);
          return uid;
        });
  }

  /**
   * Runs a write that may find something taken of which there can be only one.
   *
   * @param uniqueKey name of the constraint that says so
   * @param taken what is thrown then
   */
  public static <T> T unique(
      String uniqueKey, Supplier<PlatformException> taken, Supplier<T> write) {
    try {
      return write.get();
    } catch (RuntimeException e) {
      throw DatabaseFailure.of(e).isDuplicateOf(uniqueKey) ? taken.get() : e;
    }
  }
}
