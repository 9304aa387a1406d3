package local.platform.foundation.resource;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import local.platform.foundation.uid.Uid;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one attempt at a write, in its transaction. Every row is inserted, updated and
 * deleted through it, so that it knows all changes.
 */
public final class Write {
  /** Most rows that one statement reads or deletes. */
  public static final int BATCH = 500;

  private final Author author;
  private final Clock clock;
  private final Supplier<Instant> times;
  private final List<Noted> changes = new ArrayList<>();
  private final Set<Row> requested = new LinkedHashSet<>();
  private final Map<Row, Resource> shown = new HashMap<>();
  private final Map<Row, Instant> created = new HashMap<>();
  private @Nullable Instant time;

  /**
   * Creates one without changes.
   *
   * @param times gives the time of the rows that are changed
   */
  Write(Author author, Clock clock, Supplier<Instant> times) {
    this.author = author;
    this.clock = clock;
    this.times = times;
  }

  /**
   * A row.
   *
   * @param kind what errors call its kind
   * @param uid its key
   */
  record Row(String kind, Uid uid) {}

  /** A change whose author and time are those of the write. */
  private record Noted(Row row, Optional<Record> before, Optional<Record> after) {}

  /** Returns the author of the changes. */
  public Author author() {
    return author;
  }

  /**
   * Returns the time of the write, which is the same for all its rows: the time of the first call.
   * It must not be called before all locks are taken: otherwise the rows would show an earlier time
   * than changes that this write has waited for.
   */
  public Instant time() {
    if (time == null) {
      time = times.get();
    }
    return time;
  }

  /** Stores a new row, and returns it. */
  public <E extends StoredEntity> E insert(EntityRepository<E> repository, E row) {
    repository.insert(row);
    note(repository, row.uid(), Optional.empty(), content(row));
    return row;
  }

  /**
   * Updates a row that is locked.
   *
   * @param change checks whether the update is allowed, and applies it
   */
  public <E extends StoredEntity> void update(
      EntityRepository<E> repository, E row, Consumer<E> change) {
    Optional<Record> before = content(row);
    change.accept(row);
    repository.flush();
    note(repository, row.uid(), before, content(row));
  }

  /** Deletes a row. */
  public <E extends StoredEntity> void delete(EntityRepository<E> repository, E row) {
    Optional<Record> before = content(row);
    repository.delete(row);
    note(repository, row.uid(), before, Optional.empty());
  }

  /**
   * Stores rows of another table that belong to a row, which this write inserts or updates. They
   * have no changes of their own.
   */
  public void insertParts(EntityRepository<?> repository, Collection<?> parts) {
    parts.forEach(repository::insertPart);
  }

  /** Deletes rows of another table that belong to a row, which this write updates. */
  public void deleteParts(EntityRepository<?> repository, Collection<?> parts) {
    parts.forEach(repository::deletePart);
  }

  /**
   * Deletes everything in another table that belongs to some rows, which this write deletes.
   *
   * @param partEntity name of the JPA entity of the other table
   * @param attribute its attribute that refers to the rows
   * @param rows what it refers to
   */
  public void deleteParts(
      EntityRepository<?> repository, String partEntity, String attribute, Collection<?> rows) {
    repository.deleteParts(partEntity, attribute, rows);
  }

  /**
   * Deletes some rows of another table that belong to rows which are deleted with them, or later.
   *
   * @param partEntity name of the JPA entity of the other table
   * @param condition which of its rows, in JPQL, where {@code p} is a row
   * @param parameters the parameters of the condition
   */
  public void deletePartsWhere(
      EntityRepository<?> repository,
      String partEntity,
      String condition,
      Map<String, ?> parameters) {
    repository.deletePartsWhere(partEntity, condition, parameters);
  }

  /**
   * Deletes all resources that refer to another one, in batches. The other one must be locked, so
   * that no new references to it appear.
   *
   * @param attribute the attribute that refers to the other resource, by its uid
   */
  public <E extends ResourceEntity> void deleteAll(
      ResourceRepository<E, ?> repository, String attribute, Uid other) {
    deleteAll(repository, attribute, other, rows -> {});
  }

  /**
   * Does the same for resources to which others refer.
   *
   * @param first deletes what refers to the resources of a batch, which are locked
   */
  public <E extends ResourceEntity> void deleteAll(
      ResourceRepository<E, ?> repository, String attribute, Uid other, Consumer<List<E>> first) {
    List<E> rows;
    do {
      rows = repository.lockSome(attribute, other, BATCH);
      first.accept(rows);
      deleteLocked(repository, rows);
    } while (rows.size() == BATCH);
  }

  /**
   * Deletes some of the resources that refer to another one, in one batch.
   *
   * @param attribute the attribute that refers to the other resource, by its uid
   * @param limit most resources to delete
   * @return whether there may be more
   */
  public <E extends ResourceEntity> boolean deleteSome(
      ResourceRepository<E, ?> repository, String attribute, Uid other, int limit) {
    List<E> rows = repository.lockSome(attribute, other, limit);
    deleteLocked(repository, rows);
    return rows.size() == limit;
  }

  private <E extends ResourceEntity> void deleteLocked(
      ResourceRepository<E, ?> repository, List<E> rows) {
    repository.deleteAll(rows);
    rows.forEach(row -> note(repository, row.uid(), content(row), Optional.empty()));
  }

  private static Optional<Record> content(StoredEntity row) {
    return row.isLive() ? Optional.of(row.toRecord()) : Optional.empty();
  }

  /**
   * Deletes resources in one statement, without reading them again. What they lie in must be
   * locked, so that nobody else deletes them.
   *
   * @param resources what the resources are, as they are stored
   */
  public <R extends Record & Resource> void deleteAll(
      ResourceRepository<?, ?> repository, List<R> resources) {
    repository.deleteByUid(resources.stream().map(Resource::uid).toList());
    resources.forEach(
        resource -> note(repository, resource.uid(), Optional.of(resource), Optional.empty()));
  }

  private void note(
      EntityRepository<?> repository, Uid uid, Optional<Record> before, Optional<Record> after) {
    if (before.isPresent() || after.isPresent()) {
      changes.add(new Noted(new Row(repository.kindName(), uid), before, after));
    }
  }

  /**
   * Records that the caller requested the change of this row. The other changes of the same write
   * then count as implied.
   */
  public void requested(EntityRepository<?> repository, Uid uid) {
    requested.add(new Row(repository.kindName(), uid));
  }

  /** Records the same, and what the answer to the caller shows. */
  public void requested(EntityRepository<?> repository, Resource answer) {
    requested(repository, answer.uid());
    shown.put(new Row(repository.kindName(), answer.uid()), answer);
  }

  /**
   * Records the same of a row whose uid another one may get later.
   *
   * @param createTime when it was created, by which it is told from the other one
   */
  public void requested(EntityRepository<?> repository, Uid uid, Instant createTime) {
    requested(repository, uid);
    created.put(new Row(repository.kindName(), uid), createTime);
  }

  /**
   * Returns the rows whose change the caller requested, in the order in which that was recorded.
   */
  List<Row> requested() {
    return List.copyOf(requested);
  }

  /** Returns when a requested row was created; empty if no other one can get its uid. */
  Optional<Instant> created(Row row) {
    return Optional.ofNullable(created.get(row));
  }

  /** Returns the changes so far, in the order in which they were made. */
  List<Change> changes() {
    // If no row has got a time, since none has changed, none must be taken either.
    Instant made = Optional.ofNullable(time).orElseGet(clock::instant);
    return changes.stream().map(change -> complete(change, made)).toList();
  }

  private Change complete(Noted change, Instant made) {
    Row row = change.row();
    return new Change(
        row.kind(),
        row.uid(),
        change.before(),
        change.after(),
        Optional.ofNullable(shown.get(row)),
        !requested.isEmpty() && !requested.contains(row),
        author,
        made);
  }
}
