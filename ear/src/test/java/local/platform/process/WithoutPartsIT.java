package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An EAR without the module of version 1, whose explorer and console are switched off, serves the
 * rest of the API. What is not there is told without a token.
 */
class WithoutPartsIT {
  private static final String MODULE = "platform-web-v1-compat.war";

  @TempDir private Path directory;

  @Test
  void whatADeploymentDoesNotHaveIsToldToEverybody() throws Exception {
    try (PlatformProcess server =
        PlatformProcess.in(Packaging.EAR, "without-parts")
            .empty()
            .quickStart()
            .ear(withoutVersion1())
            .with("PLATFORM_EXPLORER", "false")
            .with("PLATFORM_CONSOLE", "false")
            .start()) {
      PlatformClient owner = server.owner();
      PlatformClient anybody = owner.withToken("");

      for (String path :
          List.of(
              "/openapi/v1.json",
              "/explorer",
              "/explorer/",
              "/explorer/explorer.js",
              "/console",
              "/console/")) {
        Reply missing = anybody.get(path);
        assertThat(missing.status()).as(path).isEqualTo(404);
        assertThat(missing.reason()).as(path).isEqualTo("ROUTE_NOT_FOUND");
      }
      assertThat(anybody.send("GET", "/", null, Map.of("Accept", "text/html")).status())
          .isEqualTo(401);
      assertThat(anybody.get("/openapi/v2.json").status()).isEqualTo(200);
      assertThat(anybody.get("/iam/v1/groups").status()).isEqualTo(401);
      assertThat(owner.get("/iam/v1/groups").reason()).isEqualTo("ROUTE_NOT_FOUND");
      assertThat(owner.get("/iam/v2/groups").text()).contains(owner.organization());
    }
  }

  /** Returns the EAR as it is built when the module is deleted. */
  private Path withoutVersion1() throws IOException {
    Path ear =
        Files.copy(Path.of(System.getProperty("platform.ear")), directory.resolve("platform.ear"));
    try (FileSystem archive = FileSystems.newFileSystem(ear)) {
      Files.delete(archive.getPath(MODULE));
      Path descriptor = archive.getPath("META-INF/application.xml");
      String modules = Files.readString(descriptor);
      String without =
          modules.replaceFirst(
              "(?s)<module>\\s*<web>\\s*<web-uri>" + MODULE + "</web-uri>.*?</web>\\s*</module>",
              "");
      assertThat(without).isNotEqualTo(modules);
      Files.writeString(descriptor, without);
    }
    return ear;
  }
}
