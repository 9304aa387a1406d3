package local.platform.web.v1.registry;

import com.google.protobuf.Timestamp;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.proto.registry.v1.GetRepoTagsSummaryRequest;
import local.platform.proto.registry.v1.RepoTagsSummary;
import local.platform.proto.registry.v1.Tag;
import local.platform.proto.registry.v1.TagFilter;
import local.platform.proto.registry.v1.TagHistory;
import local.platform.proto.registry.v1.TagHistoryFilter;
import local.platform.registry.tag.TagDraft;
import local.platform.registry.tag.TagHistoryEntry;
import local.platform.registry.tag.TagHistoryQuery;
import local.platform.registry.tag.TagNameFilter;
import local.platform.registry.tag.TagQuery;
import local.platform.registry.tag.TagSummary;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.v1.endpoint.IdFilters;

/** Converts between the messages of version 1 and the records of tags. */
final class TagV1Mapper {
  private TagV1Mapper() {}

  static Tag message(local.platform.registry.tag.Tag tag) {
    return Tag.newBuilder()
        .setId(tag.uid().value())
        .setName(tag.draft().name())
        .setDigest(tag.draft().digest())
        .setLastUpdated(Timestamps.inMilliseconds(tag.updateTime()))
        .setDeprecated(tag.draft().deprecated())
        .addAllBundles(tag.draft().bundles())
        .build();
  }

  static TagHistory message(TagHistoryEntry entry) {
    return TagHistory.newBuilder()
        .setUpdateTimestamp(Timestamps.inMilliseconds(entry.changeTime()))
        .setDigest(entry.digest().orElse(""))
        .build();
  }

  static RepoTagsSummary message(TagSummary summary) {
    RepoTagsSummary.Builder message =
        RepoTagsSummary.newBuilder()
            .setId(summary.repo().value())
            .setTagCount(summary.tagCount())
            .setLatestVersion(summary.latestVersion().orElse(""));
    summary.lastUpdated().map(Timestamps::inMilliseconds).ifPresent(message::setLastUpdated);
    summary.latestTag().map(TagV1Mapper::message).ifPresent(message::setLatestTag);
    return message.build();
  }

  static TagDraft draft(FieldViolations violations, Tag tag) {
    return new TagDraft(tag.getName(), tag.getDigest(), tag.getDeprecated(), tag.getBundlesList());
  }

  /** Reads a replacement, in which clients leave out the digest, and may leave out the name. */
  static DraftChange<TagDraft> change(FieldViolations violations, Tag tag) {
    TagDraft given = draft(violations, tag);
    Set<String> fields = new HashSet<>(Set.of("deprecated", "bundles"));
    if (!given.name().isEmpty()) {
      fields.add("name");
    }
    if (!given.digest().isEmpty()) {
      fields.add("digest");
    }
    return new DraftChange<>(
        fields,
        before ->
            new TagDraft(
                given.name().isEmpty() ? before.name() : given.name(),
                given.digest().isEmpty() ? before.digest() : given.digest(),
                given.deprecated(),
                given.bundles()));
  }

  static TagQuery query(Call call, TagFilter filter) {
    return new TagQuery(
        IdFilters.filter(call, filter.getId(), filter.getUidp()),
        Optional.of(filter.getName()).filter(name -> !name.isEmpty()),
        time(call.violations(), "updatedSince", filter.hasUpdatedSince(), filter.getUpdatedSince()),
        new TagNameFilter(
            !filter.getExcludeReferrers(), !filter.getExcludeDates(), !filter.getExcludeEpochs()),
        Optional.of(filter.getDigest()).filter(digest -> !digest.isEmpty()));
  }

  static TagHistoryQuery query(Call call, TagHistoryFilter filter) {
    Optional<Instant> start =
        time(call.violations(), "start", filter.hasStart(), filter.getStart());
    Optional<Instant> end = time(call.violations(), "end", filter.hasEnd(), filter.getEnd());
    if (start.isPresent() && end.isPresent() && !end.get().isAfter(start.get())) {
      call.violations().add("end", "must be after start");
    }
    Uid tag = call.requiredUid("parentId", filter.getParentId());
    return new TagHistoryQuery(tag, start, end);
  }

  private static Optional<Instant> time(
      FieldViolations violations, String field, boolean present, Timestamp time) {
    return present ? Timestamps.instant(field, time, violations) : Optional.empty();
  }

  static TagNameFilter filter(GetRepoTagsSummaryRequest request) {
    return new TagNameFilter(
        !request.getExcludeReferrers(), !request.getExcludeDates(), !request.getExcludeEpochs());
  }
}
