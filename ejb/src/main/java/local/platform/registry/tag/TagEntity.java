package local.platform.registry.tag;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.uid.Uid;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** A stored tag, which may be deleted. Its times are in microseconds. */
@Entity
@Table(name = "tag")
public class TagEntity extends ResourceEntity {
  /** The separator of words, none of which contains it. */
  private static final String SEPARATOR = " ";

  private String name;

  /** Null if the tag is deleted, empty if it has none yet. */
  private @Nullable String digest;

  /** The code of a {@link TagNameFormat}; null if the tag is deleted, so that no list reads it. */
  @Column(name = "form")
  @JdbcTypeCode(SqlTypes.SMALLINT)
  private @Nullable Integer nameFormat;

  private boolean deleted;
  private boolean deprecated;
  private String bundles;

  /** For JPA. */
  protected TagEntity() {}

  /** Creates a new tag. */
  TagEntity(Uid uid, TagDraft draft, Instant now) {
    super(uid, now);
    this.name = draft.name();
    set(draft);
  }

  /**
   * Replaces the draft, whose name must be the same. A tag that was deleted exists again.
   *
   * @param now gives the time of the change, if there is any; later than all before
   */
  void store(TagDraft draft, Supplier<Instant> now) {
    if (deleted || !draft().equals(draft)) {
      change(now.get(), () -> set(draft));
    }
  }

  private void set(TagDraft draft) {
    digest = draft.digest();
    nameFormat = TagNameFormat.of(name).code();
    deleted = false;
    deprecated = draft.deprecated();
    bundles = String.join(SEPARATOR, draft.bundles());
  }

  /** Records that the tag was deleted. */
  void markDeleted(Instant now) {
    change(
        now,
        () -> {
          digest = null;
          nameFormat = null;
          deleted = true;
          deprecated = false;
          bundles = "";
        });
  }

  /** Returns the digest; empty if the tag is deleted, or has none yet. */
  Optional<String> digest() {
    return Optional.ofNullable(digest).filter(text -> !text.isEmpty());
  }

  /** Returns the fields that clients may write. */
  TagDraft draft() {
    return new TagDraft(
        name,
        digest().orElse(""),
        deprecated,
        bundles.isEmpty() ? List.of() : Arrays.asList(bundles.split(SEPARATOR, -1)));
  }

  @Override
  public boolean isLive() {
    return !deleted;
  }

  @Override
  protected Object content() {
    return Arrays.asList(digest, deprecated, bundles);
  }

  @Override
  public Tag toRecord() {
    return new Tag(uid(), draft(), updateTime(), version());
  }
}
