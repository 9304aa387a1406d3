package local.platform.web.v2.advisory;

import com.google.protobuf.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import local.platform.foundation.error.FieldViolations;
import local.platform.proto.advisory.v2.ImageRef;
import local.platform.proto.advisory.v2.ListResolvedVulnsReportsRequest;
import local.platform.proto.advisory.v2.ListResolvedVulnsReportsResponse;
import local.platform.proto.advisory.v2.ResolvedVuln;
import local.platform.proto.advisory.v2.ResolvedVulnsReport;
import local.platform.vulnerability.advisory.ResolvedQuery;
import local.platform.vulnerability.advisory.ResolvedVulnerability;
import local.platform.web.endpoint.Timestamps;

/** Converts between messages and records about what was resolved in images, of version 2. */
final class ResolvedMapper {
  private ResolvedMapper() {}

  static ResolvedQuery query(FieldViolations violations, ListResolvedVulnsReportsRequest request) {
    return new ResolvedQuery(
        request.getImageRefsList().stream().map(ImageRef::getRepo).toList(),
        time("startTime", request.hasStartTime(), request.getStartTime(), violations),
        time("endTime", request.hasEndTime(), request.getEndTime(), violations));
  }

  private static Instant time(
      String field, boolean isGiven, Timestamp given, FieldViolations violations) {
    if (!isGiven) {
      violations.add(field, field + " is required");
      return Instant.EPOCH;
    }
    return Timestamps.instant(field, given, violations).orElse(Instant.EPOCH);
  }

  static ListResolvedVulnsReportsResponse message(
      ResolvedQuery query, List<ResolvedVulnerability> resolved) {
    Map<LocalDate, List<ResolvedVulnerability>> byDay =
        resolved.stream().collect(Collectors.groupingBy(ResolvedVulnerability::date));
    ListResolvedVulnsReportsResponse.Builder message =
        ListResolvedVulnsReportsResponse.newBuilder();
    query
        .days()
        .map(day -> report(day, byDay.getOrDefault(day, List.of())))
        .forEach(message::addResolvedVulnsReports);
    return message.build();
  }

  private static ResolvedVulnsReport report(LocalDate day, List<ResolvedVulnerability> resolved) {
    ResolvedVulnsReport.Builder message =
        ResolvedVulnsReport.newBuilder()
            .setDate(Timestamps.message(day.atStartOfDay(ZoneOffset.UTC).toInstant()));
    resolved.forEach(each -> message.addResolvedVulns(message(each)));
    return message.build();
  }

  private static ResolvedVuln message(ResolvedVulnerability resolved) {
    ResolvedVuln.Builder message =
        ResolvedVuln.newBuilder().setId(resolved.id()).addAllAliases(resolved.aliases());
    resolved.severities().stream()
        .flatMap(severity -> MetadataMapper.message(severity).stream())
        .forEach(message::addCvssSeverities);
    return message.build();
  }
}
