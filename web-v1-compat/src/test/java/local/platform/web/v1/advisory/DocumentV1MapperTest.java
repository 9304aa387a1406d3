package local.platform.web.v1.advisory;

import static local.platform.web.testing.TestCall.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.List;
import local.platform.vulnerability.advisory.EventData;
import local.platform.vulnerability.advisory.EventData.AnalysisNotPlanned;
import local.platform.vulnerability.advisory.EventData.FalsePositive;
import local.platform.vulnerability.advisory.EventData.FixNotPlanned;
import local.platform.vulnerability.advisory.EventData.Fixed;
import local.platform.vulnerability.advisory.EventData.ManualDetection;
import local.platform.vulnerability.advisory.EventData.NvdDetection;
import local.platform.vulnerability.advisory.EventData.Patched;
import local.platform.vulnerability.advisory.EventData.PendingUpstreamFix;
import local.platform.vulnerability.advisory.EventData.ScanDetection;
import local.platform.vulnerability.advisory.EventData.TruePositive;
import local.platform.vulnerability.advisory.FalsePositiveReason;
import local.platform.vulnerability.feed.DocumentAdvisory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DocumentV1MapperTest {
  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678Z");

  private static String written(EventData... said) {
    return json(
        DocumentV1Mapper.part(
            new DocumentAdvisory(
                "origin",
                "PSA-1",
                List.of(said).stream().map(data -> new DocumentAdvisory.Event(TIME, data)).toList(),
                List.of("CVE-2099-1"),
                "wolfi")));
  }

  private static String event(EventData said) {
    String text = written(said);
    return text.substring(text.indexOf("678Z\"") + 6, text.indexOf("}],\"aliases\""));
  }

  @Test
  void anAdvisoryLooksAsTheContractSays() {
    assertThat(written(new TruePositive("a"), new FixNotPlanned("")))
        .isEqualTo(
            """
            {"id":"origin","advisories":[{"id":"PSA-1","events":[\
            {"timestamp":"2026-01-02T03:04:05.678Z","truePositiveDetermination":{"note":"a"}},\
            {"timestamp":"2026-01-02T03:04:05.678Z","fixNotPlanned":{}}],\
            "aliases":["CVE-2099-1"],"packageNamespace":"wolfi"}]}\
            """);
  }

  @Test
  void everyEventLooksAsTheContractSays() {
    assertThat(event(new Fixed("1", "a note that no document has", "s", "b", "c")))
        .isEqualTo(
            "\"fixed\":{\"fixedVersion\":\"1\",\"scannerVersion\":\"s\",\"grypeDbBuilt\":\"b\","
                + "\"grypeDbChecksum\":\"c\"}");
    assertThat(event(new AnalysisNotPlanned("a")))
        .isEqualTo("\"analysisNotPlanned\":{\"note\":\"a\"}");
    assertThat(event(new PendingUpstreamFix("a")))
        .isEqualTo("\"pendingUpstreamFix\":{\"note\":\"a\"}");
    assertThat(event(new ManualDetection())).isEqualTo("\"detection\":{\"manual\":{}}");
    assertThat(event(new NvdDetection("a", "b")))
        .isEqualTo("\"detection\":{\"nvdapi\":{\"cpeSearched\":\"a\",\"cpeFound\":\"b\"}}");
    assertThat(event(new ScanDetection("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k")))
        .isEqualTo(
            """
            "detection":{"scanv1":{"scanner":"a","subpackageName":"b","componentId":"c",\
            "componentName":"d","componentVersion":"e","componentType":"f",\
            "componentLocation":"g","artifactVersion":"h","scannerVersion":"i",\
            "grypeDbBuilt":"j","grypeDbChecksum":"k"}}\
            """);
  }

  @ParameterizedTest
  @EnumSource
  void everyReasonHasItsName(FalsePositiveReason reason) {
    String type =
        reason == FalsePositiveReason.UNSPECIFIED ? "" : "\"type\":\"FPT_TYPE_" + reason + "\",";

    assertThat(event(new FalsePositive(reason, "a")))
        .isEqualTo("\"falsePositiveDetermination\":{" + type + "\"note\":\"a\"}");
  }

  @Test
  void whatDocumentsDoNotKnowIsNotWritten() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> written(new Patched(List.of("1"), "")))
        .withMessageContaining("PATCHED");
  }
}
