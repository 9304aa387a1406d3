package local.platform.web.v1.registry;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.resource.DraftChange;
import local.platform.kind.ResourceQuery;
import local.platform.proto.registry.v1.Repo;
import local.platform.proto.registry.v1.RepoFilter;
import local.platform.proto.registry.v1.SyncConfig;
import local.platform.registry.repo.CatalogTier;
import local.platform.registry.repo.RepoDraft;
import local.platform.registry.repo.RepoWithReadme;
import local.platform.registry.repo.RepoWithReadmeDraft;
import local.platform.registry.repo.Repos;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.v1.endpoint.IdFilters;

/** Converts between the messages of version 1 and the records of repos. */
final class RepoV1Mapper {
  private static final Set<String> FIELDS =
      Set.of(
          "name",
          "description",
          "catalogTier",
          "bundles",
          "aliases",
          "activeTags",
          "syncConfig",
          "customOverlay");

  private RepoV1Mapper() {}

  static Repo message(RepoWithReadme repo) {
    RepoDraft draft = repo.repo().draft();
    Repo.Builder message =
        Repo.newBuilder()
            .setId(repo.uid().value())
            .setName(draft.name())
            .setDescription(draft.description())
            .setCatalogTier(
                draft
                    .catalogTier()
                    .map(RepoV1Mapper::message)
                    .orElse(local.platform.proto.registry.v1.CatalogTier.UNKNOWN))
            .addAllBundles(draft.bundles())
            .addAllAliases(draft.aliases())
            .addAllActiveTags(draft.activeTags())
            .setReadme(repo.readme())
            .setCreateTime(Timestamps.message(repo.repo().createTime()));
    draft.syncConfig().map(RepoV1Mapper::message).ifPresent(message::setSyncConfig);
    repo.repo()
        .syncExpirationTime()
        .map(Timestamps::message)
        .ifPresent(time -> message.getSyncConfigBuilder().setExpiration(time));
    CustomOverlayV1Mapper.message(draft.customOverlay()).ifPresent(message::setCustomOverlay);
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

  static RepoWithReadmeDraft draft(FieldViolations violations, Repo repo) {
    return new RepoWithReadmeDraft(
        new RepoDraft(
            repo.getName(),
            repo.getDescription(),
            tier(repo.getCatalogTier(), violations),
            repo.getBundlesList(),
            repo.getAliasesList(),
            repo.getActiveTagsList(),
            repo.hasSyncConfig() ? Optional.of(syncConfig(repo.getSyncConfig())) : Optional.empty(),
            CustomOverlayV1Mapper.overlay(repo.getCustomOverlay())),
        Optional.of(repo.getReadme()).filter(readme -> !readme.isEmpty()));
  }

  private static local.platform.registry.repo.SyncConfig syncConfig(SyncConfig config) {
    return new local.platform.registry.repo.SyncConfig(
        config.getSource(), config.getGoogle(), config.getAmazon(), config.getAzure());
  }

  static DraftChange<RepoWithReadmeDraft> change(FieldViolations violations, Repo repo) {
    RepoWithReadmeDraft given = draft(violations, repo);
    // Most clients leave the readme out of a replacement, which then keeps it.
    Set<String> fields = new HashSet<>(FIELDS);
    given.readme().ifPresent(readme -> fields.add(RepoWithReadmeDraft.README));
    return new DraftChange<>(fields, before -> given);
  }

  static ResourceQuery query(Call call, RepoFilter filter) {
    return ResourceQuery.of(IdFilters.filter(call, filter.getId(), filter.getUidp()))
        .withText(Repos.NAME, filter.getName());
  }

  private static local.platform.proto.registry.v1.CatalogTier message(CatalogTier tier) {
    return switch (tier) {
      case APPLICATION -> local.platform.proto.registry.v1.CatalogTier.APPLICATION;
      case BASE -> local.platform.proto.registry.v1.CatalogTier.BASE;
      case FIPS -> local.platform.proto.registry.v1.CatalogTier.FIPS;
      case AI -> local.platform.proto.registry.v1.CatalogTier.AI;
      case DEVTOOLS -> local.platform.proto.registry.v1.CatalogTier.DEVTOOLS;
      case COMMERCIAL -> local.platform.proto.registry.v1.CatalogTier.COMMERCIAL;
    };
  }

  /**
   * Returns the tier in a message. An unknown number, which gRPC accepts, is added to the
   * violations.
   */
  private static Optional<CatalogTier> tier(
      local.platform.proto.registry.v1.CatalogTier tier, FieldViolations violations) {
    return switch (tier) {
      case UNKNOWN -> Optional.empty();
      case APPLICATION -> Optional.of(CatalogTier.APPLICATION);
      case BASE -> Optional.of(CatalogTier.BASE);
      case FIPS -> Optional.of(CatalogTier.FIPS);
      case AI -> Optional.of(CatalogTier.AI);
      case DEVTOOLS -> Optional.of(CatalogTier.DEVTOOLS);
      case COMMERCIAL -> Optional.of(CatalogTier.COMMERCIAL);
      case UNRECOGNIZED -> {
        violations.add("catalogTier", "must be one of the names of CatalogTier");
        yield Optional.empty();
      }
    };
  }
}
