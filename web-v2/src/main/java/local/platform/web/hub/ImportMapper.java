package local.platform.web.hub;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import local.platform.foundation.error.ErrorDetail.BadRequest;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.hub.imports.ImportCounts;
import local.platform.hub.imports.ImportQuery;
import local.platform.hub.imports.ImportState;
import local.platform.library.artifact.ArtifactLine.MalformedLineException;
import local.platform.library.artifact.Ecosystem;
import local.platform.proto.hub.ArtifactLine;
import local.platform.proto.hub.Import;
import local.platform.proto.hub.Import.Counts;
import local.platform.proto.hub.Import.State;
import local.platform.proto.hub.ImportArtifactsRequest;
import local.platform.proto.hub.ImportIssue;
import local.platform.proto.hub.ListImportIssuesResponse;
import local.platform.proto.hub.ListImportsRequest;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.endpoint.UidpFilters;
import local.platform.web.json.ProtoJson;
import local.platform.web.json.UnknownFields;

/** Converts between the messages of imports and the records of their services. */
final class ImportMapper {
  private ImportMapper() {}

  static Import message(local.platform.hub.imports.Import shown) {
    Import.Builder message =
        Import.newBuilder()
            .setUid(shown.uid().value())
            .setFormat(shown.format())
            .setSubject(shown.subject())
            .setComplete(shown.complete())
            .setState(message(shown.state()))
            .setMessage(shown.message())
            .setCounts(message(shown.counts()))
            .setBytesRead(shown.bytesRead())
            .setBytesTotal(shown.bytesTotal())
            .setImporterUid(shown.importer().value())
            .setCreateTime(Timestamps.message(shown.createTime()))
            .setUpdateTime(Timestamps.message(shown.updateTime()));
    shown.endTime().map(Timestamps::message).ifPresent(message::setEndTime);
    return message.build();
  }

  static State message(ImportState state) {
    return switch (state) {
      case RUNNING -> State.RUNNING;
      case DONE -> State.DONE;
      case FAILED -> State.FAILED;
      case CANCELLED -> State.CANCELLED;
      case INTERRUPTED -> State.INTERRUPTED;
    };
  }

  private static Counts message(ImportCounts counts) {
    return Counts.newBuilder()
        .setRead(counts.read())
        .setCreated(counts.created())
        .setChanged(counts.changed())
        .setUnchanged(counts.unchanged())
        .setDeleted(counts.deleted())
        .setRetracted(counts.retracted())
        .setRejected(counts.rejected())
        .setConflicts(counts.conflicts())
        .setSkipped(counts.skipped())
        .build();
  }

  static ImportQuery query(Call call, ListImportsRequest request) {
    return new ImportQuery(
        UidpFilters.filter(call, request.getUidp()), request.getFormat(), request.getSubject());
  }

  static ListImportIssuesResponse message(List<local.platform.hub.imports.ImportIssue> issues) {
    return ListImportIssuesResponse.newBuilder()
        .addAllIssues(issues.stream().map(ImportMapper::message).toList())
        .build();
  }

  private static ImportIssue message(local.platform.hub.imports.ImportIssue issue) {
    return ImportIssue.newBuilder()
        .setLine(issue.line())
        .setReason(issue.reason())
        .setRecord(issue.record())
        .setField(issue.field())
        .setDescription(issue.description())
        .setTaken(issue.taken())
        .build();
  }

  /** Returns the ecosystem that a request names; empty if it names none, which is a violation. */
  static Optional<Ecosystem> ecosystem(FieldViolations violations, ImportArtifactsRequest request) {
    Optional<Ecosystem> ecosystem = Ecosystem.named(request.getEcosystem());
    if (ecosystem.isEmpty()) {
      violations.add("ecosystem", "must be one of java, python, javascript, dotnet and go");
    }
    return ecosystem;
  }

  /** Reads a line of a file. */
  static local.platform.library.artifact.ArtifactLine line(byte[] json)
      throws MalformedLineException {
    ArtifactLine.Builder message = ArtifactLine.newBuilder();
    FieldViolations violations = new FieldViolations();
    try {
      ProtoJson.read(json, message, UnknownFields.IGNORED, violations);
    } catch (PlatformException e) {
      throw new MalformedLineException("", first(e).description(), Optional.empty());
    }
    local.platform.library.artifact.ArtifactLine line = line(message.build(), violations);
    try {
      violations.throwIfAny();
    } catch (PlatformException e) {
      FieldViolation first = first(e);
      throw new MalformedLineException(first.field(), first.description(), Optional.of(line));
    }
    return line;
  }

  private static local.platform.library.artifact.ArtifactLine line(
      ArtifactLine message, FieldViolations violations) {
    return new local.platform.library.artifact.ArtifactLine(
        message.getEcosystem(),
        message.getName(),
        message.getVersion(),
        message.getDescription(),
        message.getSourceType(),
        message.hasSizeBytes() ? OptionalLong.of(message.getSizeBytes()) : OptionalLong.empty(),
        message.hasPublishedTime()
            ? Timestamps.instant("publishedTime", message.getPublishedTime(), violations)
            : Optional.empty(),
        message.getCudaVersion(),
        message.hasMalware() ? Optional.of(message.getMalware()) : Optional.empty(),
        message.getDeleted());
  }

  private static FieldViolation first(PlatformException error) {
    return error.details().stream()
        .filter(BadRequest.class::isInstance)
        .map(BadRequest.class::cast)
        .flatMap(details -> details.violations().stream())
        .findFirst()
        .orElseThrow(() -> error);
  }
}
