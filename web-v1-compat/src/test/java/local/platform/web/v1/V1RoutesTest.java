package local.platform.web.v1;

import java.util.Set;
import local.platform.web.testing.RouteConformance;

class V1RoutesTest extends RouteConformance {
  V1RoutesTest() {
    super(new V1Application(), Set.of(), protosOf("local.platform.proto.iam.v1"));
  }
}
