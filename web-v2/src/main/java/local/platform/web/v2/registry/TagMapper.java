package local.platform.web.v2.registry;

import java.util.Optional;
import local.platform.foundation.error.FieldViolations;
import local.platform.proto.registry.v2.ListTagsRequest;
import local.platform.proto.registry.v2.Tag;
import local.platform.registry.tag.TagDraft;
import local.platform.registry.tag.TagNameFilter;
import local.platform.registry.tag.TagQuery;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Drafts;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.endpoint.UidpFilters;

/** Converts between the messages of version 2 and the records of tags. */
final class TagMapper {
  static final Drafts<Tag, TagDraft> DRAFTS = new Drafts<>(TagMapper::message, TagMapper::draft);

  private TagMapper() {}

  static Tag message(local.platform.registry.tag.Tag tag) {
    return message(tag.draft()).toBuilder()
        .setUid(tag.uid().value())
        .setUpdateTime(Timestamps.inMilliseconds(tag.updateTime()))
        .build();
  }

  static Tag message(TagDraft draft) {
    return Tag.newBuilder()
        .setName(draft.name())
        .setDigest(draft.digest())
        .setDeprecated(draft.deprecated())
        .addAllBundles(draft.bundles())
        .build();
  }

  static TagDraft draft(FieldViolations violations, Tag tag) {
    return new TagDraft(tag.getName(), tag.getDigest(), tag.getDeprecated(), tag.getBundlesList());
  }

  static TagQuery query(Call call, ListTagsRequest request) {
    return new TagQuery(
        UidpFilters.filter(call, request.getUidp()),
        Optional.of(request.getName()).filter(name -> !name.isEmpty()),
        request.hasUpdatedSince()
            ? Timestamps.instant("updatedSince", request.getUpdatedSince(), call.violations())
            : Optional.empty(),
        new TagNameFilter(
            request.getIncludeReferrers(), request.getIncludeDates(), request.getIncludeEpochs()),
        Optional.of(request.getDigest()).filter(digest -> !digest.isEmpty()));
  }
}
