package local.platform.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.testing.FreePorts;

/** The archive of classes of a start from the cache, which is made beside the first server. */
final class ArchivedClasses {
  private static final String DONE = "the classes of the server are archived";

  private ArchivedClasses() {}

  /**
   * Ensures that the cache from which servers are started has the archive, so that none is made
   * beside what is measured. Does nothing if servers are not started from a cache.
   */
  static void fillStartCache() throws IOException {
    String cache = System.getProperty("platform.start-cache");
    if (cache == null) {
      return;
    }
    try (PlatformProcess server =
        PlatformProcess.in(Packaging.JAR, "bench-archive")
            .empty()
            .quickStart()
            .with(BaselineListener.PORT, String.valueOf(FreePorts.next()))
            .start()) {
      String options = Files.readString(Path.of(cache, "cache", "java-options"));
      if (!options.contains("-XX:SharedArchiveFile=")) {
        await(server);
      }
    }
  }

  /** Waits until the archive is made beside a server, which is the first of its cache. */
  static void await(PlatformProcess server) {
    while (!server.awaitOutput(text -> text.contains(DONE)).contains(DONE)) {
      System.out.println("waiting for the archive of classes");
    }
  }
}
