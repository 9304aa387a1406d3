package local.platform.testing.sample;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.access.authz.Capability;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.registry.tag.TagDraft;
import local.platform.registry.tag.TagNameFilter;
import local.platform.registry.tag.TagQuery;
import local.platform.testing.Changes;
import local.platform.testing.World;

/** The sample of tags, each in a repo of its own. */
public final class TagSample implements Sample {
  private static final String DIGEST = "sha256:" + "b".repeat(64);
  private static final TagDraft TAG = new TagDraft("latest", "sha256:" + "a".repeat(64));
  private static final TagQuery ALL =
      new TagQuery(
          UidpFilter.NONE, Optional.empty(), Optional.empty(), TagNameFilter.ALL, Optional.empty());

  @Override
  public List<Operation> operations(Uid identity) {
    return List.of(
        new Operation(
            "tag get",
            Capability.TAG_LIST,
            TagSample::tag,
            (services, caller, uid) -> services.tags().get(caller, uid)),
        new Operation(
            "tag create",
            Capability.TAG_CREATE,
            RepoSample::repo,
            (services, caller, uid) ->
                services.tags().create(caller, uid, new TagDraft(RepoSample.anyName(), DIGEST))),
        new Operation(
            "tag createKeepingDigest",
            Capability.TAG_CREATE,
            RepoSample::repo,
            (services, caller, uid) ->
                services
                    .tags()
                    .createKeepingDigest(caller, uid, new TagDraft(RepoSample.anyName(), ""))),
        new Operation(
            "tag update",
            Capability.TAG_UPDATE,
            TagSample::tag,
            (services, caller, uid) ->
                services
                    .tags()
                    .update(caller, uid, Changes.tagDigest(DIGEST), VersionCondition.ANY)),
        new Operation(
            "tag delete",
            Capability.TAG_DELETE,
            TagSample::tag,
            (services, caller, uid) -> services.tags().delete(caller, uid, VersionCondition.ANY)),
        new Operation(
            "tag summarize",
            Capability.TAG_LIST,
            RepoSample::repo,
            (services, caller, uid) -> services.tags().summarize(caller, uid, TagNameFilter.ALL)));
  }

  @Override
  public List<Written> writes() {
    return List.of(
        new Written(
            "TagService.create",
            stage -> {
              Uid repo = stage.world().repo(stage.root()).uid();
              return () -> stage.services().tags().create(stage.owner(), repo, TAG);
            },
            "Tag created"),
        new Written(
            "TagService.create",
            stage -> {
              Uid repo =
                  stage
                      .world()
                      .tag(stage.world().repo(stage.root()).uid())
                      .uid()
                      .parent()
                      .orElseThrow();
              stage.services().tags().create(stage.owner(), repo, TAG);
              TagDraft moved = new TagDraft(TAG.name(), "sha256:" + "f".repeat(64));
              return () -> stage.services().tags().create(stage.owner(), repo, moved);
            },
            "Tag changed"),
        new Written(
            "TagService.create",
            stage -> {
              Uid repo = stage.world().repo(stage.root()).uid();
              Uid tag = stage.services().tags().create(stage.owner(), repo, TAG).uid();
              stage.services().tags().delete(stage.owner(), tag, VersionCondition.ANY);
              return () -> stage.services().tags().create(stage.owner(), repo, TAG);
            },
            "Tag created"),
        new Written(
            "TagService.createKeepingDigest",
            stage -> {
              Uid repo = stage.world().repo(stage.root()).uid();
              TagDraft draft = new TagDraft("latest", "");
              return () -> stage.services().tags().createKeepingDigest(stage.owner(), repo, draft);
            },
            "Tag created"),
        new Written(
            "TagService.update",
            stage -> {
              Uid tag = stage.world().tag(stage.world().repo(stage.root()).uid()).uid();
              return () ->
                  stage
                      .services()
                      .tags()
                      .update(
                          stage.owner(), tag, Changes.tagDeprecated(true), VersionCondition.ANY);
            },
            "Tag changed"),
        new Written(
            "TagService.delete",
            stage -> {
              Uid tag = stage.world().tag(stage.world().repo(stage.root()).uid()).uid();
              return () -> stage.services().tags().delete(stage.owner(), tag, VersionCondition.ANY);
            },
            "Tag deleted"));
  }

  @Override
  public List<Listing> listings() {
    return List.of(
        new Listing(
            "tag",
            Capability.TAG_LIST,
            TagSample::tag,
            (services, caller, page) -> services.tags().list(caller, ALL, page),
            (services, caller, window, consumer) ->
                services.tags().walk(caller, ALL, window, consumer)));
  }

  @Override
  public Map<String, String> tables() {
    return Map.of("tag", "uid");
  }

  private static Uid tag(World world, Uid group) {
    return world.tag(RepoSample.repo(world, group)).uid();
  }
}
