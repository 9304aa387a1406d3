package local.platform.web.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.Set;
import local.platform.web.module.WebModules.WebModule;
import org.junit.jupiter.api.Test;

class RoutesTest {

  @Path("iam/v1")
  static class Old {
    @GET
    @Path("groups")
    public void groups() {}

    @GET
    @Path("roles/{uid=**}")
    public void roles() {}
  }

  @Path("ping/v1/ping")
  static class Ping {
    @GET
    public void get() {}
  }

  @Path("auth/v1/ok")
  static class OfTheRoot {
    @GET
    public void get() {}
  }

  @Path("plain/{name=*}")
  static class WithoutVersion {
    @GET
    public void get() {}
  }

  @Test
  void theRootModuleForwardsWhatOthersServe() {
    assertThat(
            Routes.forwarded(
                List.of(
                    new WebModule("v1", false, List.of(), List.of(Old.class, Ping.class), Set.of()),
                    new WebModule("v2", true, List.of(), List.of(OfTheRoot.class), Set.of()))))
        .containsExactlyInAnyOrder("/iam/v1/", "/ping/v1/");
  }

  @Test
  void pathsWithoutAVersionAreNotForwarded() {
    assertThat(
            Routes.forwarded(
                List.of(
                    new WebModule(
                        "v1", false, List.of(), List.of(WithoutVersion.class), Set.of()))))
        .isEmpty();
  }
}
