package local.platform.process;

import local.platform.contract.testing.PlatformProcess.Packaging;

/** The same on Payara Server. */
class EarClosedServerIT extends ClosedServer {
  EarClosedServerIT() {
    super(Packaging.EAR);
  }
}
