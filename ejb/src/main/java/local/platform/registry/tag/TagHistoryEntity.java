package local.platform.registry.tag;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import local.platform.foundation.uid.Uid;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** An entry of the history of a tag. */
@Entity
@Table(name = "tag_history")
@IdClass(TagHistoryEntity.Key.class)
public class TagHistoryEntity {
  /** The source of an entry that a request to the API has made. */
  static final int API = 0;

  @Id
  @Column(name = "tag_uid")
  private Uid tagUid;

  @Id
  @Column(name = "change_time")
  private Instant changeTime;

  @Id private long id;

  private @Nullable String digest;

  @JdbcTypeCode(SqlTypes.SMALLINT)
  private int source;

  @Column(name = "actor_uid")
  private @Nullable Uid actorUid;

  /** For JPA. */
  protected TagHistoryEntity() {}

  /**
   * Creates the entry of the last change of a tag.
   *
   * @param id minted before the first attempt of the write
   * @param source where the change comes from
   * @param actor uid of the identity that made it; empty if none did
   */
  TagHistoryEntity(TagEntity tag, long id, int source, Optional<Uid> actor) {
    this.tagUid = tag.uid();
    this.changeTime = tag.updateTime();
    this.id = id;
    this.digest = tag.digest().orElse(null);
    this.source = source;
    this.actorUid = actor.orElse(null);
  }

  /** Returns the entry as callers see it. */
  TagHistoryEntry toEntry() {
    return new TagHistoryEntry(changeTime, Optional.ofNullable(digest));
  }

  Uid tagUid() {
    return tagUid;
  }

  Instant changeTime() {
    return changeTime;
  }

  long id() {
    return id;
  }

  /** Returns where the change comes from. */
  int source() {
    return source;
  }

  /** Returns the uid of the identity that made the change; empty if none did. */
  Optional<Uid> actor() {
    return Optional.ofNullable(actorUid);
  }

  /** The primary key, whose order is that of the history. */
  static final class Key implements Serializable {
    private static final long serialVersionUID = 1L;

    private Uid tagUid;
    private Instant changeTime;
    private long id;

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key
          && id == key.id
          && Objects.equals(tagUid, key.tagUid)
          && Objects.equals(changeTime, key.changeTime);
    }

    @Override
    public int hashCode() {
      return Objects.hash(tagUid, changeTime, id);
    }
  }
}
