package local.platform.db;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import local.platform.file.PrivateFiles;

/**
 * The disk of an embedded database: whether it has room for writes. After a write has failed, what
 * the disk says about its room is not enough, because there may be a quota: then a file must have
 * been written, too.
 */
public final class DataDisk {
  /** The problem of a disk that is not {@linkplain #isWritable writable}. */
  static final String FULL = "the disk of the database is full, or has less than 64 MiB of room";

  private static final long RESERVE = 64L << 20;
  private static final int PROBE_BYTES = 1 << 20;
  private static final Duration BETWEEN_PROBES = Duration.ofSeconds(1);

  private final BooleanSupplier room;
  private final Probe probe;
  private boolean failed;
  private long lastProbe;

  /** Tries to write. */
  @FunctionalInterface
  interface Probe {
    /**
     * Writes, and removes what it has written.
     *
     * @throws IOException if that is not possible
     */
    void write() throws IOException;
  }

  /**
   * Creates a disk.
   *
   * @param room whether it says that it has room
   * @param probe tries to write to it
   */
  DataDisk(BooleanSupplier room, Probe probe) {
    this.room = room;
    this.probe = probe;
  }

  /** Returns the disk of a database's file; for one that is in no file, a disk without end. */
  static DataDisk of(Optional<Path> file) {
    return new DataDisk(
        () -> file.map(DataDisk::hasRoom).orElse(true),
        () -> {
          if (file.isPresent()) {
            write(file.get().resolveSibling(UUID.randomUUID() + ".probe"));
          }
        });
  }

  private static void write(Path file) throws IOException {
    try (OutputStream out = PrivateFiles.create(file)) {
      out.write(new byte[PROBE_BYTES]);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /**
   * Returns whether the disk of a file says that it has room for the server to write. The last 64
   * MiB are left to what H2 writes by itself, because it closes a database that it fails to write.
   */
  public static boolean hasRoom(Path path) {
    File file = path.toFile();
    // Some file systems do not know their size.
    return file.getUsableSpace() >= RESERVE || file.getTotalSpace() == 0;
  }

  /** Returns whether the disk can be written. */
  synchronized boolean isWritable() {
    if (!room.getAsBoolean()) {
      return false;
    }
    if (failed && System.nanoTime() - lastProbe >= BETWEEN_PROBES.toNanos()) {
      lastProbe = System.nanoTime();
      failed = !isProven();
    }
    return !failed;
  }

  private boolean isProven() {
    try {
      probe.write();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Notes that a write has failed. */
  synchronized void fail() {
    failed = true;
    lastProbe = System.nanoTime() - BETWEEN_PROBES.toNanos();
  }
}
