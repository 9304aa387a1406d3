package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.contract.testing.OpenApiOfServer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import org.junit.jupiter.api.Test;

/** Starts the jar by {@code ops/start.sh}. */
class FastStartIT {
  @Test
  void theClassesOfTheServerComeFromAnArchiveThatIsMadeBefore() throws Exception {
    String script =
        """
        mkdir -p "a directory"
        ln -sf '%2$s' "a directory/platform.jar"
        exec '%1$s' "a directory/platform.jar" -Xlog:class+load:file=classes.log
        """
            .formatted(Pages.source("ops/start.sh"), System.getProperty("platform.jar"));
    try (PlatformProcess server =
        PlatformProcess.in(Packaging.JAR, "fast-start").empty().quickStart().by(script).start()) {
      PlatformClient owner = server.owner();
      assertThat(owner.get("/iam/v2/groups/" + owner.organization()).status()).isEqualTo(200);
      assertThat(owner.get("/iam/v1/groups").status()).isEqualTo(200);

      // The launcher, the server, one of its libraries and one of ours.
      assertThat(archived(server.data().resolveSibling("classes.log")))
          .contains(
              "local.platform.launcher.FastStart",
              "com.sun.enterprise.v3.server.ApplicationLifecycle",
              "org.glassfish.jersey.server.ApplicationHandler",
              "org.hibernate.internal.SessionFactoryImpl");
      OpenApiOfServer.assertOff(server);
      assertThat(server.output()).doesNotContain("[warning]", "WARN", "ERROR");
      assertThat(server.data().resolve("cache/warm-up")).doesNotExist();
    }
  }

  /** Returns the names of the classes that the JVM read from its archive. */
  private static Set<String> archived(Path log) throws Exception {
    try (Stream<String> lines = Files.lines(log)) {
      return lines
          .filter(line -> line.contains(" source: shared objects file"))
          .map(line -> line.replaceFirst("^(\\[[^]]*])*\\s*", "").split(" ", 2)[0])
          .collect(Collectors.toSet());
    }
  }
}
