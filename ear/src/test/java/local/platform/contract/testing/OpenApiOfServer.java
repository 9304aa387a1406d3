package local.platform.contract.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.tool.CommandLine;

/**
 * The OpenAPI document that the application server makes of all applications. It shows routes in
 * another form than ours, to everybody, so no server of ours has it.
 */
public final class OpenApiOfServer {
  /** What serves it: there is one in a server that has it, whether or not we hide it. */
  private static final String APPLICATION =
      "fish.payara.microprofile.openapi.rest.app.OpenApiApplication";

  private OpenApiOfServer() {}

  /** Fails if a server has the document, or does not serve ours in its place. */
  public static void assertOff(PlatformProcess server) throws Exception {
    PlatformClient anybody = PlatformClient.of(server.url(), "", "");
    String ours = anybody.get("/openapi/v2.json").text();
    for (String query : List.of("", "?format=YAML")) {
      Reply document =
          anybody.send("GET", "/openapi" + query, null, Map.of("Accept", "application/yaml"));
      assertThat(document.status()).isEqualTo(200);
      assertThat(document.header("Content-Type")).hasValue("application/json");
      assertThat(document.text()).isEqualTo(ours).contains("\"Platform API, version 2\"");
    }
    assertThat(anybody.get("/openapi/nothing").status()).isEqualTo(404);
    if (server.hasOwnLog()) {
      assertThat(objects(server)).contains("java.lang.String").doesNotContain(APPLICATION);
    } else {
      assertThat(server.output()).doesNotContain("settings are missing");
    }
  }

  /** Returns the classes of which there are objects, in a list for people. */
  private static String objects(PlatformProcess server) throws Exception {
    Path jcmd = TestPaths.java().resolveSibling("jcmd");
    return CommandLine.run(
        server.temporary(),
        Map.of(),
        jcmd.toString(),
        String.valueOf(server.pid()),
        "GC.class_histogram");
  }
}
