package local.platform.web.v1.advisory;

import com.google.protobuf.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import local.platform.foundation.error.FieldViolations;
import local.platform.proto.advisory.v1.ResolvedVuln;
import local.platform.proto.advisory.v1.ResolvedVulnsReport;
import local.platform.proto.advisory.v1.ResolvedVulnsReportFilter;
import local.platform.proto.advisory.v1.ResolvedVulnsReportList;
import local.platform.vulnerability.advisory.ResolvedQuery;
import local.platform.vulnerability.advisory.ResolvedVulnerability;
import local.platform.web.endpoint.FieldNames;
import local.platform.web.endpoint.Timestamps;

/** Converts between messages and records about what was resolved in images, of version 1. */
final class ResolvedV1Mapper {
  static final FieldNames NAMES = FieldNames.of(Map.of("startTime", "from", "endTime", "to"));

  private ResolvedV1Mapper() {}

  static ResolvedQuery query(FieldViolations violations, ResolvedVulnsReportFilter request) {
    return new ResolvedQuery(
        request.getImageRefsList().stream()
            .map(ResolvedVulnsReportFilter.ImageRef::getRepo)
            .toList(),
        time("from", request.hasFrom(), request.getFrom(), violations),
        time("to", request.hasTo(), request.getTo(), violations));
  }

  private static Instant time(
      String field, boolean isGiven, Timestamp given, FieldViolations violations) {
    if (!isGiven) {
      violations.add(field, field + " is required");
      return Instant.EPOCH;
    }
    return Timestamps.instant(field, given, violations).orElse(Instant.EPOCH);
  }

  static ResolvedVulnsReportList message(
      ResolvedQuery query, List<ResolvedVulnerability> resolved) {
    Map<LocalDate, List<ResolvedVulnerability>> byDay =
        resolved.stream().collect(Collectors.groupingBy(ResolvedVulnerability::date));
    ResolvedVulnsReportList.Builder message = ResolvedVulnsReportList.newBuilder();
    query
        .days()
        .map(day -> report(day, byDay.getOrDefault(day, List.of())))
        .forEach(message::addItems);
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
    resolved
        .severities()
        .forEach(severity -> message.addCvssSeverities(MetadataV1Mapper.message(severity)));
    return message.build();
  }
}
