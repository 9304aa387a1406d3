package local.platform.process;

import local.platform.contract.testing.PlatformProcess.Packaging;

class JarClosedServerIT extends ClosedServer {
  JarClosedServerIT() {
    super(Packaging.JAR);
  }
}
