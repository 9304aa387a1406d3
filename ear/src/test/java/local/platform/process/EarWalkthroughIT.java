package local.platform.process;

import local.platform.contract.testing.PlatformProcess.Packaging;
import org.junit.jupiter.api.Tag;

/**
 * The same on Payara Server. Only on other JDKs: on that of the build, the suites for all
 * deployments show more.
 */
@Tag("other-jdk")
class EarWalkthroughIT extends WalkthroughIT {
  @Override
  Packaging packaging() {
    return Packaging.EAR;
  }
}
