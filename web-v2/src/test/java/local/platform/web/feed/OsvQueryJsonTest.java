package local.platform.web.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.error.ErrorDetail.BadRequest;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.PlatformException;
import local.platform.vulnerability.feed.query.FoundIds;
import local.platform.vulnerability.feed.query.FoundIds.Revision;
import local.platform.vulnerability.feed.query.FoundRecords;
import local.platform.vulnerability.feed.query.PackageQuery;
import local.platform.web.rest.HttpFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OsvQueryJsonTest {

  @Test
  void readsWhatTheApiDefinesAndIgnoresTheRest() {
    assertThat(
            OsvQueryJson.readQuery(
                """
                {"version": "1.0", "package": {"name": "zuvo", "ecosystem": "PyPI", "x": [1]},
                 "page_token": "t", "y": {"z": null}}
                """))
        .isEqualTo(new PackageQuery("", "1.0", "PyPI", "zuvo", "", "t"));
    assertThat(OsvQueryJson.readQuery("{\"commit\":\"6f\",\"package\":{\"purl\":\"pkg:x/y\"}}"))
        .isEqualTo(new PackageQuery("6f", "", "", "", "pkg:x/y", ""));
    assertThat(OsvQueryJson.readQuery("{\"package\":null,\"version\":null}"))
        .isEqualTo(new PackageQuery("", "", "", "", "", ""));
    assertThat(OsvQueryJson.readBatch("{\"queries\":[{\"version\":\"1\"},{\"version\":\"2\"}]}"))
        .extracting(PackageQuery::version)
        .containsExactly("1", "2");
    assertThat(OsvQueryJson.readBatch("{\"queries\":[]}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "null",
        "{",
        "{} {}",
        "{\"version\":\"1\",\"version\":\"1\"}",
        "{\"package\":{\"name\":\"a\",\"name\":\"b\"}}"
      })
  void refusesWhatIsNoObject(String body) {
    assertThat(catchThrowableOfType(HttpFailure.class, () -> OsvQueryJson.readQuery(body)).status())
        .isEqualTo(400);
    assertThat(catchThrowableOfType(HttpFailure.class, () -> OsvQueryJson.readBatch(body)).status())
        .isEqualTo(400);
  }

  @Test
  void refusesWhatIsNoText() {
    assertThat(OsvQueryJson.text("{\"a\":\"\u00fc\"}".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("{\"a\":\"\u00fc\"}");
    assertThat(
            catchThrowableOfType(
                    HttpFailure.class, () -> OsvQueryJson.text(new byte[] {'{', (byte) 0xfc, '}'}))
                .status())
        .isEqualTo(400);
    assertThat(
            catchThrowableOfType(
                    HttpFailure.class, () -> OsvQueryJson.readQuery("{\"a\":".repeat(70)))
                .status())
        .isEqualTo(400);
  }

  @Test
  void namesAllFieldsOfTheWrongType() {
    assertThat(violations(() -> OsvQueryJson.readQuery("{\"version\":1,\"package\":[]}")))
        .containsExactly("package", "version");
    assertThat(
            violations(
                () ->
                    OsvQueryJson.readBatch(
                        "{\"queries\":[{},1,{\"package\":{\"name\":{}},\"page_token\":7}]}")))
        .containsExactly("queries[1]", "queries[2].package.name", "queries[2].page_token");
    assertThat(violations(() -> OsvQueryJson.readBatch("{}"))).containsExactly("queries");
  }

  private static List<String> violations(Runnable call) {
    return catchThrowableOfType(PlatformException.class, call::run).details().stream()
        .filter(BadRequest.class::isInstance)
        .flatMap(detail -> ((BadRequest) detail).violations().stream())
        .map(FieldViolation::field)
        .toList();
  }

  @Test
  void writesRecordsAsTheyAre() {
    assertThat(OsvQueryJson.records(new FoundRecords(List.of(), Optional.empty()))).isEqualTo("{}");
    assertThat(
            OsvQueryJson.records(
                new FoundRecords(List.of("{\"id\": 1.0}", "{ }"), Optional.empty())))
        .isEqualTo("{\"vulns\":[{\"id\": 1.0},{ }]}");
    // A client that looks at nothing but the records must find the list of them.
    assertThat(OsvQueryJson.records(new FoundRecords(List.of(), Optional.of("t"))))
        .isEqualTo("{\"vulns\":[],\"next_page_token\":\"t\"}");
  }

  @Test
  void writesIdsInTheOrderOfTheQueries() {
    Revision revision = new Revision("x_\u00fc", Instant.parse("2099-01-02T03:04:05.600Z"));

    assertThat(
            OsvQueryJson.ids(
                List.of(
                    new FoundIds(List.of(), Optional.empty()),
                    new FoundIds(List.of(revision), Optional.of("t")),
                    new FoundIds(List.of(), Optional.of("u")))))
        .isEqualTo(
            "{\"results\":[{},{\"vulns\":[{\"id\":\"x_\u00fc\",\"modified\":"
                + "\"2099-01-02T03:04:05.600Z\"}],\"next_page_token\":\"t\"},"
                + "{\"vulns\":[],\"next_page_token\":\"u\"}]}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*/*",
        "application/*",
        "Application/JSON; charset=utf-8",
        "text/html, application/json;q=0.1",
        "text/html;q=0, */*; q=0.01"
      })
  void jsonIsAccepted(String accept) {
    assertThat(MediaRanges.allow(List.of(accept), "application/json")).isTrue();
    assertThat(MediaRanges.allow(List.of("text/html", accept + ", */*"), "application/json"))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/html", "application/json;q=0", "*/*; q=0.0", "application/xml, a"})
  void jsonIsNotAccepted(String accept) {
    assertThat(MediaRanges.allow(List.of(accept), "application/json")).isFalse();
  }
}
