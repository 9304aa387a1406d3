package local.platform.web.hub;

import local.platform.foundation.error.FieldViolations;
import local.platform.kind.ResourceQuery;
import local.platform.proto.hub.Feed;
import local.platform.proto.hub.ListFeedsRequest;
import local.platform.vulnerability.feed.FeedDraft;
import local.platform.vulnerability.feed.Feeds;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Drafts;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.endpoint.UidpFilters;

/** Converts between the messages and the records of feeds. */
final class FeedMapper {
  static final Drafts<Feed, FeedDraft> DRAFTS =
      new Drafts<>(FeedMapper::message, FeedMapper::draft);

  private FeedMapper() {}

  static Feed message(local.platform.vulnerability.feed.Feed feed) {
    return message(feed.draft()).toBuilder()
        .setUid(feed.uid().value())
        .setListed(feed.listed())
        .setCreateTime(Timestamps.message(feed.createTime()))
        .setUpdateTime(Timestamps.message(feed.updateTime()))
        .build();
  }

  static Feed message(FeedDraft draft) {
    return Feed.newBuilder()
        .setName(draft.name())
        .setDescription(draft.description())
        .setPublic(draft.isPublic())
        .addAllNamespaces(draft.namespaces())
        .putAllDefaults(draft.defaults())
        .build();
  }

  static FeedDraft draft(FieldViolations violations, Feed feed) {
    return FeedDraft.of(
        feed.getName(),
        feed.getDescription(),
        feed.getPublic(),
        feed.getNamespacesList(),
        feed.getDefaultsMap());
  }

  static ResourceQuery query(Call call, ListFeedsRequest request) {
    return ResourceQuery.of(UidpFilters.filter(call, request.getUidp()))
        .withText(Feeds.NAME, request.getName());
  }
}
