package local.platform.process;

import java.util.ArrayList;
import java.util.List;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.process.KilledWhileWriting.Written;
import org.junit.jupiter.api.Test;

/** Kills a server on H2 again and again; {@link TwoServersIT} kills one on MySQL. */
class KillIT {
  /** Rows that are recovered once must survive the next kill too. */
  private static final int ROUNDS = 2;

  @Test
  void noAcknowledgedWriteIsLost() throws Exception {
    PlatformProcess.Builder builder =
        PlatformProcess.in(Packaging.JAR, "killed").empty().quickStart();
    List<Written> rounds = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      try (PlatformProcess server = builder.start()) {
        PlatformClient owner = server.owner();
        rounds.forEach(written -> KilledWhileWriting.assertKept(owner, written));
        rounds.add(KilledWhileWriting.writeUntilKilled(server, owner, owner.organization()));
      }
    }
    try (PlatformProcess server = builder.start()) {
      PlatformClient owner = server.owner();
      rounds.forEach(written -> KilledWhileWriting.assertKept(owner, written));
    }
  }
}
