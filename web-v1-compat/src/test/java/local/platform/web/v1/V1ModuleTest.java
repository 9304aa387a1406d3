package local.platform.web.v1;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import local.platform.web.endpoint.ServiceMethod;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.testing.ModuleRules;
import org.junit.jupiter.api.Test;

class V1ModuleTest extends ModuleRules {
  V1ModuleTest() {
    super(
        "Version 1",
        V1Module::serves,
        V1Module.UNSERVED,
        List.of(),
        protosOf(
            "local.platform.proto.advisory.v1",
            "local.platform.proto.events.v1",
            "local.platform.proto.iam.v1",
            "local.platform.proto.libraries.v1",
            "local.platform.proto.ping.v1",
            "local.platform.proto.registry.v1",
            "local.platform.proto.vulnerabilities.v1"));
  }

  @Test
  void theServicesAreCalledAsTheContractCallsThem() {
    assertThat(services().stream().flatMap(service -> service.names().stream()))
        .containsExactlyInAnyOrder(
            "platform.iam.Groups",
            "platform.iam.Identities",
            "platform.iam.Roles",
            "platform.iam.RoleBindings",
            "platform.iam.GroupInvites",
            "platform.registry.Registry",
            "platform.ping.PingService",
            "platform.libraries.Artifacts",
            "platform.vulnerabilities.v1.Advisories",
            "platform.iam.IdentityProviders",
            "platform.iam.GroupAccountAssociations",
            "platform.advisory.SecurityAdvisory",
            "platform.events.Subscriptions",
            "platform.events.Identities");
  }

  /** The two methods have the same request message. */
  @Test
  void ofTwoMethodsWithOneRequestTheOneWithARouteIsServed() {
    Map<String, Boolean> served =
        services().stream()
            .flatMap(ServiceMethods::all)
            .filter(method -> method.operation().startsWith("platform.iam.GroupInvites/Create"))
            .collect(
                Collectors.toMap(method -> method.descriptor().getName(), ServiceMethod::isServed));

    assertThat(served)
        .containsExactlyInAnyOrderEntriesOf(Map.of("Create", true, "CreateWithGroup", false));
  }
}
