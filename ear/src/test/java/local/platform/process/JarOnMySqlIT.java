package local.platform.process;

import local.platform.contract.testing.PlatformProcess.Packaging;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("compares times")
class JarOnMySqlIT extends ServerOnMySql {
  JarOnMySqlIT() {
    super(Packaging.JAR);
  }
}
