package local.platform.registry.repo;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.uid.Uid;
import local.platform.registry.name.Tombstone;
import org.jspecify.annotations.Nullable;

/** A stored repo. */
@Entity
@Table(name = "repo")
public class RepoEntity extends ResourceEntity {
  /** For how long a sync configuration is valid. */
  private static final Duration SYNC_LIFETIME = Duration.ofDays(14);

  /** The separator of words, none of which contains it. */
  private static final String SEPARATOR = " ";

  private String name;

  @Column(name = "pull_name")
  private String pullName;

  private @Nullable String namespace;
  private String description;

  @Column(name = "catalog_tier")
  private @Nullable String catalogTier;

  private String bundles;
  private String aliases;

  @Column(name = "active_tags")
  private String activeTags;

  @Column(name = "sync_source_uid")
  private @Nullable Uid syncSourceUid;

  @Column(name = "sync_expiration_time")
  private @Nullable Instant syncExpirationTime;

  @Column(name = "sync_google")
  private @Nullable String syncGoogle;

  @Column(name = "sync_amazon")
  private @Nullable String syncAmazon;

  @Column(name = "sync_azure")
  private @Nullable String syncAzure;

  @Column(name = "custom_overlay")
  private @Nullable String customOverlay;

  /** For JPA. */
  protected RepoEntity() {}

  /**
   * Creates a new repo from a valid draft.
   *
   * @param draft its draft; the source of its sync configuration is a uid
   * @param pullName its pull name
   * @param namespace the namespace with which that begins; empty if it begins with a uid
   */
  RepoEntity(Uid uid, RepoDraft draft, String pullName, Optional<String> namespace, Instant now) {
    super(uid, now);
    this.pullName = pullName;
    this.namespace = namespace.orElse(null);
    set(draft, now);
  }

  /**
   * Replaces the draft.
   *
   * @param draft the new draft; the source of its sync configuration is a uid
   */
  void store(RepoDraft draft, Instant now) {
    change(now, () -> set(draft, now));
  }

  private void set(RepoDraft draft, Instant now) {
    name = draft.name();
    description = draft.description();
    catalogTier = draft.catalogTier().map(CatalogTier::name).orElse(null);
    bundles = String.join(SEPARATOR, draft.bundles());
    aliases = String.join(SEPARATOR, draft.aliases());
    activeTags = String.join(SEPARATOR, draft.activeTags());
    Optional<SyncConfig> sync = draft.syncConfig();
    if (sync.isEmpty()) {
      syncExpirationTime = null;
    } else if (syncExpirationTime == null) {
      syncExpirationTime = now.plus(SYNC_LIFETIME);
    }
    syncSourceUid = sync.map(config -> new Uid(config.source())).orElse(null);
    syncGoogle = sync.map(SyncConfig::google).orElse(null);
    syncAmazon = sync.map(SyncConfig::amazon).orElse(null);
    syncAzure = sync.map(SyncConfig::azure).orElse(null);
    customOverlay =
        draft.customOverlay().equals(CustomOverlay.EMPTY)
            ? null
            : CustomOverlayJson.write(draft.customOverlay());
  }

  /** Returns the fields that clients may write. */
  RepoDraft draft() {
    return new RepoDraft(
        name,
        description,
        Optional.ofNullable(catalogTier).map(CatalogTier::valueOf),
        words(bundles),
        words(aliases),
        words(activeTags),
        syncConfig(),
        Optional.ofNullable(customOverlay)
            .map(CustomOverlayJson::read)
            .orElse(CustomOverlay.EMPTY));
  }

  private Optional<SyncConfig> syncConfig() {
    return Optional.ofNullable(syncSourceUid)
        .map(
            source ->
                new SyncConfig(
                    source.value(), text(syncGoogle), text(syncAmazon), text(syncAzure)));
  }

  private static String text(@Nullable String stored) {
    return stored == null ? "" : stored;
  }

  private static List<String> words(String stored) {
    return stored.isEmpty() ? List.of() : Arrays.asList(stored.split(SEPARATOR, -1));
  }

  @Override
  protected Object content() {
    return Arrays.asList(
        name,
        description,
        catalogTier,
        bundles,
        aliases,
        activeTags,
        syncSourceUid,
        syncExpirationTime,
        syncGoogle,
        syncAmazon,
        syncAzure,
        customOverlay);
  }

  String name() {
    return name;
  }

  /** Returns the tombstone that the repo leaves when it is deleted. */
  Tombstone tombstone(Instant now) {
    return new Tombstone(
        pullName, Optional.ofNullable(namespace), uid(), uid().parent().orElseThrow(), now);
  }

  @Override
  public Repo toRecord() {
    return new Repo(
        uid(),
        pullName,
        draft(),
        Optional.ofNullable(syncExpirationTime),
        createTime(),
        updateTime(),
        version());
  }
}
