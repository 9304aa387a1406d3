package local.platform.process;

import java.nio.file.Path;
import java.util.Map;
import local.platform.tool.CommandLine;
import local.platform.tool.InstalledTool;
import local.platform.tool.NodePackages;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lets Redocly read the OpenAPI documents. It needs no server: what is served is what is in git.
 */
class OpenApiLintIT {
  private static final Path SOURCES = Path.of(System.getProperty("platform.sources"));
  private static final Path RULES = SOURCES.resolve("ear/src/test/redocly");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "web-v2/src/main/resources/openapi/v2.json",
        "web-v2/src/main/resources/openapi/v2beta1.json",
        "web-v1-compat/src/main/resources/openapi/v1.json"
      })
  void aDocumentBreaksNoRule(String document) throws Exception {
    Path packages = NodePackages.install(Path.of("target/redocly"), RULES);

    CommandLine.run(
        packages,
        Map.of("REDOCLY_TELEMETRY", "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE", "true"),
        InstalledTool.require("node", "nodejs").toString(),
        "node_modules/.bin/redocly",
        "lint",
        "--config",
        RULES.resolve("redocly.yaml").toString(),
        SOURCES.resolve(document).toString());
  }
}
