package local.platform.resource;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import local.platform.error.PlatformException;
import local.platform.transaction.Attempt;
import local.platform.transaction.DatabaseFailure;
import local.platform.transaction.Transactions;
import local.platform.uid.Uid;

/**
 * The shape of every write of one resource: one transaction, which recognises what an earlier
 * attempt of it has done already. Services call it after they have authorized and validated.
 */
@Dependent
public class ResourceWrites {
  private final Transactions transactions;

  @Inject
  public ResourceWrites(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Creates a resource.
   *
   * @param uid its uid, minted before
   * @param show makes what callers see of the entity
   * @param insert stores it
   */
  public <E extends ResourceEntity, R> R create(
      ResourceRepository<E> repository, Uid uid, Function<E, R> show, Supplier<E> insert) {
    return transactions.write(
        attempt -> {
          Optional<E> made = attempt.mayBeDone() ? repository.find(uid) : Optional.empty();
          return show.apply(made.orElseGet(insert));
        });
  }

  /**
   * Changes a resource, which is locked meanwhile.
   *
   * @param show makes what callers see of the entity
   * @param change decides whether it may be changed so, and changes it
   * @throws PlatformException NOT_FOUND; ABORTED if the version is not the required one, or if it
   *     is not known whether it was changed, and others have changed or deleted it since
   */
  public <E extends ResourceEntity, R> R update(
      ResourceRepository<E> repository,
      Uid uid,
      VersionCondition condition,
      Function<E, R> show,
      Consumer<E> change) {
    Change<R> made =
        transactions.write(
            attempt -> {
              E resource = locked(repository, uid, attempt);
              if (!isDone(attempt, resource)) {
                condition.check(uid, resource.version());
                change.accept(resource);
              }
              repository.flush();
              return new Change<>(show.apply(resource), resource.mark());
            });
    return made.shown();
  }

  /** What a change came to: what callers see, some of which others change, and its own mark. */
  private record Change<R>(R shown, ResourceEntity.Mark mark) {}

  private static <E extends ResourceEntity> E locked(
      ResourceRepository<E> repository, Uid uid, Attempt<?> attempt) {
    return repository
        .findLocked(uid)
        .orElseThrow(
            () ->
                attempt.mayBeDone()
                    ? PlatformException.concurrentUpdate()
                    : repository.notFound(uid));
  }

  /** Whether the resource is as an earlier attempt left it, which then was committed after all. */
  private static boolean isDone(Attempt<? extends Change<?>> attempt, ResourceEntity resource) {
    Optional<ResourceEntity.Mark> earlier = attempt.uncertainResult().map(Change::mark);
    if (earlier.isEmpty() || resource.version() < earlier.get().version()) {
      return false;
    }
    if (!resource.mark().equals(earlier.get())) {
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
      ResourceRepository<E> repository, Uid uid, VersionCondition condition, Consumer<E> delete) {
    transactions.write(
        attempt -> {
          Optional<E> resource = repository.findLocked(uid);
          if (resource.isEmpty() && attempt.mayBeDone()) {
            return uid;
          }
          E found = resource.orElseThrow(() -> repository.notFound(uid));
          condition.check(uid, found.version());
          delete.accept(found);
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
