package local.platform.web.v2.advisory;

import static local.platform.web.testing.TestCall.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.proto.advisory.v2.ListResolvedVulnsReportsRequest;
import local.platform.vulnerability.advisory.ResolvedQuery;
import local.platform.vulnerability.advisory.ResolvedVulnerability;
import local.platform.vulnerability.metadata.Severity;
import org.junit.jupiter.api.Test;

class ResolvedMapperTest {
  private static final ResolvedQuery QUERY =
      new ResolvedQuery(
          List.of("a"),
          Instant.parse("2026-01-01T23:59:59.999Z"),
          Instant.parse("2026-01-03T00:00:00Z"));

  @Test
  void eachDayHasItsReport() {
    ResolvedVulnerability resolved =
        new ResolvedVulnerability(
            LocalDate.parse("2026-01-02"),
            "CVE-2099-1",
            List.of("GHSA-aaaa-bbbb-cccc"),
            List.of(new Severity(Severity.Type.CVSS_V3, "CVSS:3.1/AV:N")));

    assertThat(json(ResolvedMapper.message(QUERY, List.of(resolved))))
        .isEqualTo(
            """
            {"resolvedVulnsReports":[\
            {"date":"2026-01-01T00:00:00.000Z"},\
            {"date":"2026-01-02T00:00:00.000Z","resolvedVulns":[{"id":"CVE-2099-1",\
            "aliases":["GHSA-aaaa-bbbb-cccc"],\
            "cvssSeverities":[{"type":"TYPE_CVSS_V3","score":"CVSS:3.1/AV:N"}]}]},\
            {"date":"2026-01-03T00:00:00.000Z"}]}\
            """);
  }

  @Test
  void timesAreRequired() {
    FieldViolations violations = new FieldViolations();
    ResolvedMapper.query(violations, ListResolvedVulnsReportsRequest.getDefaultInstance());

    assertThat(catchThrowableOfType(PlatformException.class, violations::throwIfAny).metadata())
        .containsEntry("fields", "startTime,endTime");
  }

  @Test
  void aQueryIsRead() {
    ListResolvedVulnsReportsRequest.Builder request = ListResolvedVulnsReportsRequest.newBuilder();
    request.addImageRefsBuilder().setRepo("a").addTags("latest");
    request
        .setStartTime(Timestamp.newBuilder().setSeconds(1))
        .setEndTime(Timestamp.newBuilder().setSeconds(2));

    assertThat(ResolvedMapper.query(new FieldViolations(), request.build()))
        .isEqualTo(
            new ResolvedQuery(List.of("a"), Instant.ofEpochSecond(1), Instant.ofEpochSecond(2)));
  }
}
