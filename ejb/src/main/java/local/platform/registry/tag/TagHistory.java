package local.platform.registry.tag;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.Write;
import local.platform.foundation.transaction.Cancellation;
import local.platform.foundation.uid.Uid;

/**
 * The history of all tags. Its entries follow from the changes of tags, which observers see;
 * therefore they are no changes of their own.
 */
@Dependent
public class TagHistory {
  private static final String ENTITY = "TagHistoryEntity";
  private static final int BATCH = 500;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final EntityManager entityManager;

  @Inject
  public TagHistory(EntityManager entityManager) {
    this.entityManager = entityManager;
  }

  /** Returns the id of a new entry, by which later attempts of a write recognise it. */
  static long newId() {
    return RANDOM.nextLong();
  }

  /** Adds an entry for the last change of a tag, which a request made. */
  void add(Write write, TagRepository tags, TagEntity tag, long id) {
    Optional<Uid> actor = write.author().identity();
    write.insertParts(tags, List.of(new TagHistoryEntity(tag, id, TagHistoryEntity.API, actor)));
  }

  /** Returns whether a tag has an entry with this id. */
  boolean contains(Uid tag, long id) {
    return !entityManager
        .createQuery(
            "select h.id from TagHistoryEntity h where h.tagUid = :tag and h.id = :id", Long.class)
        .setParameter("tag", tag)
        .setParameter("id", id)
        .getResultList()
        .isEmpty();
  }

  /**
   * Passes entries to a consumer, the oldest first.
   *
   * @param window the part of them that is requested
   */
  void walk(TagHistoryQuery query, Window window, Consumer<? super TagHistoryEntry> consumer) {
    Optional<Instant> end = query.end().map(TagHistory::roundedUp);
    Optional<Instant> from = query.start().map(start -> inForceAt(query.tag(), start));
    long left = window.limit();
    int skip = window.skip();
    while (left > 0) {
      Cancellation.check();
      int size = (int) Math.min(left, BATCH);
      List<TagHistoryEntity> entries = read(query.tag(), from, end, skip, size);
      entries.stream().map(TagHistoryEntity::toEntry).forEach(consumer);
      if (entries.size() < size) {
        return;
      }
      left -= size;
      skip = 0;
      from = Optional.of(roundedUp(entries.get(size - 1).changeTime().plusNanos(1)));
    }
  }

  /** Returns the time of the entry that was in force at a time; that time if there was none. */
  private Instant inForceAt(Uid tag, Instant time) {
    return entityManager
        .createQuery(
            """
            select h.changeTime from TagHistoryEntity h
            where h.tagUid = :tag and h.changeTime <= :time
            order by h.tagUid desc, h.changeTime desc
            """,
            Instant.class)
        .setParameter("tag", tag)
        .setParameter("time", time.truncatedTo(ChronoUnit.MICROS))
        .setMaxResults(1)
        .getResultList()
        .stream()
        .findFirst()
        .orElse(time);
  }

  /** Reads entries. No two of a tag have the same time. */
  private List<TagHistoryEntity> read(
      Uid tag, Optional<Instant> from, Optional<Instant> end, int skip, int size) {
    String text =
        "select h from TagHistoryEntity h where h.tagUid = :tag"
            + (from.isPresent() ? " and h.changeTime >= :from" : "")
            + (end.isPresent() ? " and h.changeTime < :end" : "")
            + " order by h.tagUid, h.changeTime";
    var entries =
        entityManager
            .createQuery(text, TagHistoryEntity.class)
            .setParameter("tag", tag)
            .setFirstResult(skip)
            .setMaxResults(size);
    from.ifPresent(time -> entries.setParameter("from", time));
    end.ifPresent(time -> entries.setParameter("end", time));
    return entries.getResultList();
  }

  /** Returns a time in whole microseconds, as they are stored. */
  private static Instant roundedUp(Instant time) {
    Instant cut = time.truncatedTo(ChronoUnit.MICROS);
    return cut.equals(time) ? time : cut.plus(1, ChronoUnit.MICROS);
  }

  /**
   * Deletes entries of the tags of a repo that is deleted, in the order of the primary key: each
   * statement deletes one range of it, and reads nothing else, however long a history is.
   *
   * @param limit most entries to delete
   * @return whether there may be more
   */
  boolean deleteSome(Write write, TagRepository tags, Uid repo, int limit) {
    String text =
        "select h.tagUid as tag, h.changeTime as time from TagHistoryEntity h where h.tagUid > :repo"
            + repo.next().map(next -> " and h.tagUid < :next").orElse("")
            + " order by h.tagUid, h.changeTime";
    var query =
        entityManager
            .createQuery(text, Tuple.class)
            .setParameter("repo", repo)
            .setMaxResults(limit);
    repo.next().ifPresent(next -> query.setParameter("next", next));
    List<Tuple> keys = query.getResultList();
    if (keys.isEmpty()) {
      return false;
    }
    Uid first = keys.get(0).get("tag", Uid.class);
    Tuple end = keys.get(keys.size() - 1);
    Uid last = end.get("tag", Uid.class);
    if (!first.equals(last)) {
      write.deletePartsWhere(
          tags,
          ENTITY,
          "p.tagUid >= :first and p.tagUid < :last",
          Map.of("first", first, "last", last));
    }
    write.deletePartsWhere(
        tags,
        ENTITY,
        "p.tagUid = :last and p.changeTime <= :time",
        Map.of("last", last, "time", end.get("time", Instant.class)));
    return keys.size() == limit;
  }
}
