package local.platform.web.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeedQueryRoutesTest {
  private final FeedQueryRoutes routes = new FeedQueryRoutes();

  @Test
  void queriesAreAskedByPost() {
    assertThat(routes.find(List.of("osv", "v1", "query")).orElseThrow().allowed())
        .containsExactly("OPTIONS", "POST");
    assertThat(routes.find(List.of("osv", "v1", "querybatch")).orElseThrow().serves("POST"))
        .isTrue();
    assertThat(routes.find(List.of("osv", "v1", "vulns", "x_TIR/1")).orElseThrow().allowed())
        .containsExactly("GET", "HEAD", "OPTIONS");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "osv",
        "osv/v1",
        "osv/v1/",
        "osv/v1/queries",
        "osv/v1/query/",
        "osv/v2/query",
        "v1/query",
        "osv/v1/vulns",
        "osv/v1/vulns/",
        "osv/v1/vulns/TIR-1/"
      })
  void otherPathsAreOfOthers(String path) {
    assertThat(routes.find(List.of(path.split("/", -1)))).isEmpty();
  }
}
