package local.platform.web.v2.registry;

import java.util.Map;
import java.util.Optional;
import local.platform.foundation.error.FieldViolations;
import local.platform.kind.ResourceQuery;
import local.platform.proto.registry.v2.ListReposRequest;
import local.platform.proto.registry.v2.Repo;
import local.platform.proto.registry.v2.SyncConfig;
import local.platform.registry.repo.CatalogTier;
import local.platform.registry.repo.RepoDraft;
import local.platform.registry.repo.Repos;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Drafts;
import local.platform.web.endpoint.FieldNames;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.endpoint.UidpFilters;

/** Converts between the messages of version 2 and the records of repos. */
final class RepoMapper {
  static final Drafts<Repo, RepoDraft> DRAFTS =
      new Drafts<>(RepoMapper::message, RepoMapper::draft)
          .withNames(
              FieldNames.of(
                  Map.of(
                      "syncConfig",
                      "sync_config",
                      "customOverlay.accounts.users[].name",
                      "customOverlay.accounts.users[].username",
                      "customOverlay.accounts.groups[].name",
                      "customOverlay.accounts.groups[].groupname")));

  private RepoMapper() {}

  static Repo message(local.platform.registry.repo.Repo repo) {
    Repo.Builder message =
        message(repo.draft()).toBuilder()
            .setUid(repo.uid().value())
            .setCreateTime(Timestamps.message(repo.createTime()))
            .setUpdateTime(Timestamps.message(repo.updateTime()));
    repo.syncExpirationTime()
        .map(Timestamps::message)
        .ifPresent(time -> message.getSyncConfigBuilder().setExpirationTime(time));
    return message.build();
  }

  static Repo message(RepoDraft draft) {
    Repo.Builder message =
        Repo.newBuilder()
            .setName(draft.name())
            .setDescription(draft.description())
            .setCatalogTier(
                draft
                    .catalogTier()
                    .map(RepoMapper::message)
                    .orElse(local.platform.proto.registry.v2.CatalogTier.CATALOG_TIER_UNSPECIFIED))
            .addAllBundles(draft.bundles())
            .addAllAliases(draft.aliases())
            .addAllActiveTags(draft.activeTags());
    draft.syncConfig().map(RepoMapper::message).ifPresent(message::setSyncConfig);
    CustomOverlayMapper.message(draft.customOverlay()).ifPresent(message::setCustomOverlay);
    return message.build();
  }

  private static SyncConfig message(local.platform.registry.repo.SyncConfig config) {
    return SyncConfig.newBuilder()
        .setSource(config.source())
        .setGoogle(config.google())
        .setAmazon(config.amazon())
        .setAzure(config.azure())
        .build();
  }

  static RepoDraft draft(FieldViolations violations, Repo repo) {
    return new RepoDraft(
        repo.getName(),
        repo.getDescription(),
        tier(repo.getCatalogTier(), violations),
        repo.getBundlesList(),
        repo.getAliasesList(),
        repo.getActiveTagsList(),
        repo.hasSyncConfig() ? Optional.of(syncConfig(repo.getSyncConfig())) : Optional.empty(),
        CustomOverlayMapper.overlay(repo.getCustomOverlay()));
  }

  private static local.platform.registry.repo.SyncConfig syncConfig(SyncConfig config) {
    return new local.platform.registry.repo.SyncConfig(
        config.getSource(), config.getGoogle(), config.getAmazon(), config.getAzure());
  }

  static ResourceQuery query(Call call, ListReposRequest request) {
    return ResourceQuery.of(UidpFilters.filter(call, request.getUidp()))
        .with(Repos.NAME, request.hasName() ? Optional.of(request.getName()) : Optional.empty());
  }

  private static local.platform.proto.registry.v2.CatalogTier message(CatalogTier tier) {
    return switch (tier) {
      case APPLICATION -> local.platform.proto.registry.v2.CatalogTier.CATALOG_TIER_APPLICATION;
      case BASE -> local.platform.proto.registry.v2.CatalogTier.CATALOG_TIER_BASE;
      case FIPS -> local.platform.proto.registry.v2.CatalogTier.CATALOG_TIER_FIPS;
      case AI -> local.platform.proto.registry.v2.CatalogTier.CATALOG_TIER_AI;
      case DEVTOOLS -> local.platform.proto.registry.v2.CatalogTier.CATALOG_TIER_DEVTOOLS;
      case COMMERCIAL -> local.platform.proto.registry.v2.CatalogTier.CATALOG_TIER_COMMERCIAL;
    };
  }

  /**
   * Returns the tier in a message. An unknown number, which gRPC accepts, is added to the
   * violations.
   */
  private static Optional<CatalogTier> tier(
      local.platform.proto.registry.v2.CatalogTier tier, FieldViolations violations) {
    return switch (tier) {
      case CATALOG_TIER_UNSPECIFIED -> Optional.empty();
      case CATALOG_TIER_APPLICATION -> Optional.of(CatalogTier.APPLICATION);
      case CATALOG_TIER_BASE -> Optional.of(CatalogTier.BASE);
      case CATALOG_TIER_FIPS -> Optional.of(CatalogTier.FIPS);
      case CATALOG_TIER_AI -> Optional.of(CatalogTier.AI);
      case CATALOG_TIER_DEVTOOLS -> Optional.of(CatalogTier.DEVTOOLS);
      case CATALOG_TIER_COMMERCIAL -> Optional.of(CatalogTier.COMMERCIAL);
      case UNRECOGNIZED -> {
        violations.add("catalogTier", "must be one of the names of CatalogTier");
        yield Optional.empty();
      }
    };
  }
}
