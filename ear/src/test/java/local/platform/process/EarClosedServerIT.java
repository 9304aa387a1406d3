package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import org.junit.jupiter.api.Test;

/** The same on Payara Server with OSGi, because there is no cache. */
class EarClosedServerIT extends ClosedServer {
  EarClosedServerIT() {
    super(Packaging.EAR);
  }

  @Override
  PlatformProcess.Builder configured(PlatformProcess.Builder builder) {
    return builder.by(
        """
        mkdir data
        touch data/cache
        exec %s %s %s server
        """
            .formatted(
                System.getProperty("platform.server-script"),
                System.getProperty("payara.home"),
                System.getProperty("platform.ear")));
  }

  @Test
  void whyItStartsWithoutTheCacheIsTold() {
    assertThat(server().output())
        .contains("platform: the start cannot be prepared: ")
        .contains("/data/cache");
    assertThat(server().data().resolve("cache")).isEmptyFile();
    assertThat(server().data().resolveSibling("server/domain1/osgi-cache")).isDirectory();
  }
}
