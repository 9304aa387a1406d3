package local.platform.process;

import java.util.HashMap;
import java.util.Map;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import org.junit.jupiter.api.Test;

/** Kills a server on H2 again and again; {@link TwoServersIT} kills one on MySQL. */
class KillIT {
  /** Rows that are recovered once must survive the next kill too. */
  private static final int ROUNDS = 2;

  @Test
  void noAcknowledgedWriteIsLost() throws Exception {
    PlatformProcess.Builder builder =
        PlatformProcess.in(Packaging.JAR, "killed").empty().quickStart();
    Map<String, String> acknowledged = new HashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      try (PlatformProcess server = builder.start()) {
        PlatformClient owner = server.owner();
        KilledWhileWriting.assertKept(owner, acknowledged);
        acknowledged.putAll(
            KilledWhileWriting.writeUntilKilled(server, owner, owner.organization()));
      }
    }
    try (PlatformProcess server = builder.start()) {
      KilledWhileWriting.assertKept(server.owner(), acknowledged);
    }
  }
}
