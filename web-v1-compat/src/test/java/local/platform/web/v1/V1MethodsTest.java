package local.platform.web.v1;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.MethodDescriptor;
import java.util.List;
import java.util.stream.Stream;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.iam.binding.RoleBindingsV1Endpoint;
import local.platform.web.v1.iam.group.GroupsV1Endpoint;
import local.platform.web.v1.iam.identity.IdentitiesV1Endpoint;
import local.platform.web.v1.iam.role.RolesV1Endpoint;
import org.junit.jupiter.api.Test;

class V1MethodsTest {
  private final List<ServiceMethods> services =
      List.of(
          new GroupsV1Endpoint().methods(),
          new IdentitiesV1Endpoint().methods(),
          new RolesV1Endpoint().methods(),
          new RoleBindingsV1Endpoint().methods());

  @Test
  void theServicesAreCalledAsTheContractCallsThem() {
    assertThat(services.stream().flatMap(service -> service.names().stream()))
        .containsExactly(
            "platform.iam.Groups",
            "platform.iam.Identities",
            "platform.iam.Roles",
            "platform.iam.RoleBindings");
  }

  @Test
  void everyMethodIsServedButThoseThatThisServerDoesNotOffer() {
    Stream<MethodDescriptor> unserved =
        services.stream().flatMap(service -> service.unserved().stream());

    assertThat(unserved.map(MethodDescriptor::getName))
        .containsExactlyInAnyOrder("LookupGroup", "RequestGroupAccess", "CheckEligibility");
  }
}
