package local.platform.web.v1;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import local.platform.web.testing.ModuleRules;
import org.junit.jupiter.api.Test;

class V1ModuleTest extends ModuleRules {
  V1ModuleTest() {
    super("Version 1", V1Module.ENDPOINTS, List.of(), protosOf("local.platform.proto.iam.v1"));
  }

  @Test
  void theServicesAreCalledAsTheContractCallsThem() {
    assertThat(services().stream().flatMap(service -> service.names().stream()))
        .containsExactlyInAnyOrder(
            "platform.iam.Groups",
            "platform.iam.Identities",
            "platform.iam.Roles",
            "platform.iam.RoleBindings");
  }
}
