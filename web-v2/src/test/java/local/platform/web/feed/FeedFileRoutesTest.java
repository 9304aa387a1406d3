package local.platform.web.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeedFileRoutesTest {
  private final FeedFileRoutes routes = new FeedFileRoutes();

  @ParameterizedTest
  @ValueSource(strings = {"PyPI", "Red Hat", "crates.io", "Azure Linux 3"})
  void ecosystemsHaveFiles(String ecosystem) {
    for (String file : List.of("all.zip", "modified_id.csv", "CVE-2099-1.json")) {
      assertThat(routes.find(List.of("osv", ecosystem, file))).as(file).isPresent();
    }
  }

  /** MySQL would find an ecosystem by some of these, and refuses to compare others. */
  @ParameterizedTest
  @ValueSource(strings = {" ", "PyPI ", "PyPI  ", " PyPI", "PyPI\u00a0", "PyP\u0131", "PyPI\t"})
  void otherNamesAreOfNone(String ecosystem) {
    for (String file : List.of("all.zip", "modified_id.csv", "CVE-2099-1.json")) {
      assertThat(routes.find(List.of("osv", ecosystem, file))).as(file).isEmpty();
    }
  }
}
