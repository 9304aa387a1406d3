package local.platform.web.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.container.ContainerRequestContext;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import local.platform.proto.testing.EverythingProto;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.ApiVersion.EmptyAnswer;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.json.UnknownFields;
import local.platform.web.observability.OperationMetrics;
import local.platform.web.upload.Uploads;
import org.junit.jupiter.api.Test;

class RestCallTest {
  private final RouteTable table =
      new RouteTable(
          List.of(
              ServiceMethods.of(
                  EverythingProto.getDescriptor(),
                  "Things",
                  new ApiVersion(
                      List.of("v2", "v2beta1"), UnknownFields.NOTED, EmptyAnswer.OBJECT))),
          List.of());

  @Test
  void aCallKnowsItsIdAndTheNameOfTheVersionThatTheClientWrote() {
    assertThat(call("GET", "/v2/things").requestId()).isEqualTo("the-id");
    assertThat(call("GET", "/v2/things").version()).contains("v2");
    assertThat(call("HEAD", "/v2beta1/things").version()).contains("v2beta1");
    assertThat(call("PUT", "/v2beta1/things").version())
        .as("only other methods")
        .contains("v2beta1");
    assertThat(call("GET", "/v3/things").version()).as("no route").isEmpty();
  }

  private RestCall call(String httpMethod, String path) {
    RestCall call =
        new RestCall(
            token -> {
              throw new UnsupportedOperationException("authenticates nobody");
            },
            (identity, reads, isBeta) -> Optional.empty(),
            new Uploads(),
            new OperationMetrics(),
            "the-id",
            null,
            List.of());
    call.take(request(httpMethod), table.find(path));
    return call;
  }

  private static ContainerRequestContext request(String httpMethod) {
    return (ContainerRequestContext)
        Proxy.newProxyInstance(
            ContainerRequestContext.class.getClassLoader(),
            new Class<?>[] {ContainerRequestContext.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getMethod")) {
                return httpMethod;
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }
}
