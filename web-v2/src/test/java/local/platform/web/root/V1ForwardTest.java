package local.platform.web.root;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class V1ForwardTest {
  private static final Set<String> PREFIXES = Set.of("/iam/v1/", "/ping/v1/", "/registry/v1/");

  @ParameterizedTest
  @CsvSource({
    "/iam/v1/groups, true",
    "/iam/v1/groups/x, true",
    "/iam/v1/, true",
    "/registry/v1/repos, true",
    "/registry/v2/repos, false",
    "/registry/repositories, false",
    "/ping/v1/ping, true",
    "/ping/v2/ping, false",
    "/iam/v1, false",
    "/iam/v1beta1/groups, false",
    "/iam/v2/groups, false",
    "/iam/v2/iam/v1/groups, false",
    "/v1-compat/iam/v1/groups, false",
    "/, false"
  })
  void aPathBelongsToVersionOneByItsPrefix(String path, boolean has) {
    assertThat(V1Forward.has(PREFIXES, path)).isEqualTo(has);
  }
}
