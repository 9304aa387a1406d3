package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A small disk in the place of a directory, which a test can fill. It lies in memory, and only root
 * can make one.
 *
 * @param directory the directory, which is empty at first
 */
record SmallDisk(Path directory) implements AutoCloseable {
  /** The server leaves 64 MiB of it alone. */
  private static final String SIZE = "256m";

  private static final int MORE_BLOCKS_THAN_FIT = 10_000;

  /**
   * Puts one in the place of a directory, which is created if it is missing. Returns nothing if
   * this machine does not allow that.
   */
  static Optional<SmallDisk> at(Path directory) throws IOException {
    Files.createDirectories(directory);
    return run(
            "mount", "-t", "tmpfs", "-o", "mode=0700,size=" + SIZE, "tmpfs", directory.toString())
        ? Optional.of(new SmallDisk(directory))
        : Optional.empty();
  }

  /** Removes one from a directory, if a test that was killed has left it there. */
  static void remove(Path directory) {
    boolean unused = run("umount", directory.toString());
  }

  private static boolean run(String... command) {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false; // there is no such command
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Writes a file until there is no room for more. */
  void fill() throws IOException {
    byte[] block = new byte[64 << 10];
    try (OutputStream out = Files.newOutputStream(filler())) {
      for (int i = 0; i < MORE_BLOCKS_THAN_FIT; i++) {
        out.write(block);
      }
      throw new AssertionError("the disk is larger than it should be");
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left");
    }
  }

  /** Makes room again on a disk that was filled, and does nothing to others. */
  void free() throws IOException {
    Files.deleteIfExists(filler());
  }

  private Path filler() {
    return directory.resolve("filler");
  }

  @Override
  public void close() {
    remove(directory);
  }
}
