package local.platform.web.v2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v2.iam.binding.RoleBindingsEndpoint;
import local.platform.web.v2.iam.group.GroupsEndpoint;
import local.platform.web.v2.iam.identity.IdentitiesEndpoint;
import local.platform.web.v2.iam.role.RolesEndpoint;
import local.platform.web.v2.root.AuthEndpoint;
import local.platform.web.v2.root.ExchangeEndpoint;
import org.junit.jupiter.api.Test;

class MethodsTest {
  private final List<ServiceMethods> services =
      List.of(
          new GroupsEndpoint().methods(),
          new IdentitiesEndpoint().methods(),
          new RolesEndpoint().methods(),
          new RoleBindingsEndpoint().methods(),
          new ExchangeEndpoint().methods(),
          new AuthEndpoint().methods());

  @Test
  void theServicesAreCalledAsTheContractCallsThemInBothNamesOfTheVersion() {
    assertThat(services.stream().flatMap(service -> service.names().stream()))
        .containsExactly(
            "platform.iam.v2.GroupsService",
            "platform.iam.v2beta1.GroupsService",
            "platform.iam.v2.IdentitiesService",
            "platform.iam.v2beta1.IdentitiesService",
            "platform.iam.v2.RolesService",
            "platform.iam.v2beta1.RolesService",
            "platform.iam.v2.RoleBindingsService",
            "platform.iam.v2beta1.RoleBindingsService",
            "platform.oidc.SecurityTokenService",
            "platform.auth.Auth");
  }

  @Test
  void everyMethodIsServed() {
    assertThat(services.stream().flatMap(service -> service.unserved().stream())).isEmpty();
  }
}
