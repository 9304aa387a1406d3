package local.platform.web.v2.advisory;

import static local.platform.web.testing.TestCall.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import local.platform.vulnerability.metadata.KnownVulnerability;
import local.platform.vulnerability.metadata.Reference;
import local.platform.vulnerability.metadata.Severity;
import local.platform.vulnerability.metadata.VulnerabilityMetadata;
import org.junit.jupiter.api.Test;

class MetadataMapperTest {
  private static String written(List<Reference> references, List<Severity> severities) {
    return json(
        MetadataMapper.message(
            new KnownVulnerability(
                "CVE-2099-1",
                new VulnerabilityMetadata(
                    List.of("CVE-2099-1", "X-1"), "one line", "text", references, severities))));
  }

  @Test
  void metadataLooksAsTheContractSays() {
    assertThat(
            written(
                List.of(new Reference(Reference.Type.WEB, "https://example.com/a")),
                List.of(
                    new Severity(Severity.Type.CVSS_V3, "CVSS:3.1/AV:N"),
                    new Severity(Severity.Type.UBUNTU, "low"))))
        .isEqualTo(
            """
            {"id":"CVE-2099-1","summary":"one line","details":"text",\
            "references":[{"type":"TYPE_WEB","url":"https://example.com/a"}],\
            "severities":[{"type":"TYPE_CVSS_V3","score":"CVSS:3.1/AV:N"}]}\
            """);
  }

  @Test
  void everyTypeHasItsName() {
    List<Reference> references =
        Arrays.stream(Reference.Type.values()).map(type -> new Reference(type, "u")).toList();
    List<Severity> severities =
        Arrays.stream(Severity.Type.values())
            .filter(type -> type != Severity.Type.UBUNTU)
            .map(type -> new Severity(type, "s"))
            .toList();

    assertThat(written(references, severities))
        .contains(
            references.stream()
                .map(
                    each ->
                        each.type() == Reference.Type.UNSPECIFIED
                            ? ""
                            : "\"type\":\"TYPE_" + each.type() + "\",")
                .map(type -> "{" + type + "\"url\":\"u\"}")
                .collect(Collectors.joining(",", "\"references\":[", "]")))
        .contains(
            severities.stream()
                .map(
                    each ->
                        each.type() == Severity.Type.UNSPECIFIED
                            ? ""
                            : "\"type\":\"TYPE_" + each.type() + "\",")
                .map(type -> "{" + type + "\"score\":\"s\"}")
                .collect(Collectors.joining(",", "\"severities\":[", "]")));
  }
}
