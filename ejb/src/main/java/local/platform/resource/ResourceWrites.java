package local.platform.resource;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import local.platform.error.PlatformException;
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
   * @throws PlatformException NOT_FOUND; ABORTED if the version is not the required one
   */
  public <E extends ResourceEntity, R extends Resource> R update(
      ResourceRepository<E> repository,
      Uid uid,
      VersionCondition condition,
      Function<E, R> show,
      Consumer<E> change) {
    return transactions.write(
        attempt -> {
          E resource =
              repository
                  .findLocked(uid)
                  .orElseThrow(
                      () ->
                          attempt.mayBeDone()
                              ? PlatformException.concurrentUpdate()
                              : repository.notFound(uid));
          boolean done =
              attempt.mayBeDone() && attempt.isDone(show.apply(resource), Resource::version);
          if (!done) {
            condition.check(uid, resource.version());
            change.accept(resource);
          }
          repository.flush();
          return show.apply(resource);
        });
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
