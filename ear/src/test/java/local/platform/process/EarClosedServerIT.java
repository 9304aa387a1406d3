package local.platform.process;

import local.platform.contract.testing.PlatformProcess.Packaging;

class EarClosedServerIT extends ClosedServer {
  EarClosedServerIT() {
    super(Packaging.EAR);
  }
}
