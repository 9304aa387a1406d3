package local.platform.web.hub;

import java.util.List;
import java.util.Optional;
import local.platform.foundation.error.FieldViolations;
import local.platform.kind.ResourceQuery;
import local.platform.proto.hub.ImportRecordsRequest;
import local.platform.proto.hub.ListSourcesRequest;
import local.platform.proto.hub.Provenance;
import local.platform.proto.hub.ReviewSourceRequest.State;
import local.platform.proto.hub.ReviewSourceResponse;
import local.platform.proto.hub.Source;
import local.platform.proto.hub.Source.LastImport;
import local.platform.proto.hub.Source.Review;
import local.platform.vulnerability.advisory.ReviewState;
import local.platform.vulnerability.source.SourceDraft;
import local.platform.vulnerability.source.SourceReview;
import local.platform.vulnerability.source.SourceService;
import local.platform.vulnerability.source.SourceService.ImportOptions;
import local.platform.vulnerability.source.SourceService.Reviewed;
import local.platform.vulnerability.source.Sources;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Drafts;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.endpoint.UidpFilters;

/** Converts between the messages and the records of sources. */
final class SourceMapper {
  static final Drafts<Source, SourceDraft> DRAFTS =
      new Drafts<>(SourceMapper::message, SourceMapper::draft);

  private SourceMapper() {}

  static Source message(local.platform.vulnerability.source.Source source) {
    Source.Builder message =
        message(source.draft()).toBuilder()
            .setUid(source.uid().value())
            .setCreateTime(Timestamps.message(source.createTime()))
            .setUpdateTime(Timestamps.message(source.updateTime()));
    source
        .draft()
        .approver()
        .ifPresent(by -> message.setApproverUid(by.uid().value()).setApprover(by.name()));
    message.setLiveRecords(source.liveRecords());
    source.lastImport().map(SourceMapper::message).ifPresent(message::setLastImport);
    source.lastSuccessTime().map(Timestamps::message).ifPresent(message::setLastSuccessTime);
    return message.build();
  }

  private static LastImport message(local.platform.vulnerability.source.Source.LastImport last) {
    return LastImport.newBuilder()
        .setUid(last.uid().value())
        .setState(ImportMapper.message(last.state()))
        .setTime(Timestamps.message(last.time()))
        .build();
  }

  static Source message(SourceDraft draft) {
    return Source.newBuilder()
        .setName(draft.name())
        .setDescription(draft.description())
        .setFormat(draft.format())
        .addAllEcosystems(draft.ecosystems())
        .setNamespace(draft.namespace())
        .setRank(draft.rank())
        .setReview(message(draft.review()))
        .build();
  }

  private static Review message(SourceReview review) {
    return switch (review) {
      case PENDING -> Review.PENDING;
      case APPROVED -> Review.APPROVED;
    };
  }

  static SourceDraft draft(FieldViolations violations, Source source) {
    return new SourceDraft(
        source.getName(),
        source.getFormat(),
        source.getEcosystemsList(),
        source.getNamespace(),
        source.hasRank() ? source.getRank() : SourceDraft.DEFAULT_RANK,
        review(source.getReview(), violations),
        source.getDescription(),
        SourceDraft.EMPTY.approver());
  }

  private static SourceReview review(Review review, FieldViolations violations) {
    return switch (review) {
      case REVIEW_UNSPECIFIED, PENDING -> SourceReview.PENDING;
      case APPROVED -> SourceReview.APPROVED;
      case UNRECOGNIZED -> {
        violations.add("review", "must be one of the names of Review");
        yield SourceReview.PENDING;
      }
    };
  }

  static ImportOptions options(FieldViolations violations, ImportRecordsRequest request) {
    return new ImportOptions(
        request.getComplete(),
        request.getAllowMassRetraction(),
        request.hasAsOf()
            ? Timestamps.instant("asOf", request.getAsOf(), violations)
            : Optional.empty());
  }

  /** Returns what becomes of events; empty if it is not said, which is a violation. */
  static Optional<ReviewState> state(FieldViolations violations, State state) {
    return switch (state) {
      case APPROVED -> Optional.of(ReviewState.APPROVED);
      case REJECTED -> Optional.of(ReviewState.REJECTED);
      case STATE_UNSPECIFIED, UNRECOGNIZED -> {
        violations.add("state", "must be APPROVED or REJECTED");
        yield Optional.empty();
      }
    };
  }

  static Provenance message(List<SourceService.Provenance> statements) {
    return Provenance.newBuilder()
        .addAllStatements(statements.stream().map(SourceMapper::message).toList())
        .build();
  }

  private static Provenance.Statement message(SourceService.Provenance statement) {
    return Provenance.Statement.newBuilder()
        .setSourceUid(statement.source().value())
        .setSource(statement.sourceName())
        .setRecordId(statement.recordId())
        .setStatus(statement.status().name())
        .setEventUid(statement.event().value())
        .build();
  }

  static ReviewSourceResponse message(Reviewed reviewed) {
    return ReviewSourceResponse.newBuilder()
        .setReviewed(reviewed.reviewed())
        .setRemaining(reviewed.remaining())
        .build();
  }

  static ResourceQuery query(Call call, ListSourcesRequest request) {
    return ResourceQuery.of(UidpFilters.filter(call, request.getUidp()))
        .withText(Sources.NAME, request.getName());
  }
}
