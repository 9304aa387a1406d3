package local.platform.process;

import local.platform.contract.testing.PlatformProcess.Packaging;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("compares times")
class EarOnMySqlIT extends ServerOnMySql {
  EarOnMySqlIT() {
    super(Packaging.EAR);
  }
}
