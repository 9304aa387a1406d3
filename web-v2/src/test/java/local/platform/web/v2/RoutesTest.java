package local.platform.web.v2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Stream;
import local.platform.proto.auth.AuthProto;
import local.platform.proto.oidc.OidcProto;
import local.platform.web.testing.RouteConformance;
import local.platform.web.v2.root.DiscoveryResource;
import org.junit.jupiter.api.Test;

class RoutesTest extends RouteConformance {
  /** The protos of this module, and those of web-common whose routes are here. */
  RoutesTest() {
    super(
        new V2Application(),
        Set.of(DiscoveryResource.class),
        Stream.concat(
            protosOf("local.platform.proto.iam.v2", "local.platform.proto.operator"),
            Stream.of(AuthProto.getDescriptor(), OidcProto.getDescriptor())));
  }

  @Override
  protected Stream<String> served(String route) {
    return Stream.of(route, route.replace("/v2/", "/v2beta1/"));
  }

  @Test
  void theRoutesWithoutAVersionAreThoseOfTheDiscovery() {
    assertThat(routes(DiscoveryResource.class))
        .containsExactlyInAnyOrder(
            "GET /.well-known/openid-configuration", "GET /.well-known/jwks.json");
  }
}
