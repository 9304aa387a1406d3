package local.platform.file;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * A file that a process needs for a while. Only its owner can access it. It is locked while its
 * process lives, so that the next start can tell what an earlier process has left behind.
 */
public final class ScratchFile implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ScratchFile.class.getName());

  private final Path path;
  private final FileChannel channel;

  private ScratchFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Creates an empty file.
   *
   * @param suffix the end of its name, which tells what it is for
   */
  public static ScratchFile create(Path directory, String suffix) throws IOException {
    Path path = directory.resolve(UUID.randomUUID() + suffix);
    try {
      PrivateFiles.createDirectories(directory);
      PrivateFiles.create(path).close();
      FileChannel channel =
          FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
      channel.lock();
      return new ScratchFile(path, channel);
    } catch (IOException e) {
      delete(path);
      throw e;
    }
  }

  /** Deletes the files with a suffix in a directory that no living process has locked. */
  public static void deleteAbandoned(Path directory, String suffix) {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + suffix)) {
      for (Path file : files) {
        deleteIfAbandoned(file);
      }
    } catch (IOException e) {
      LOG.log(Level.WARNING, "failed to look for files of earlier processes", e);
    }
  }

  private static void deleteIfAbandoned(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock != null) {
        Files.deleteIfExists(file);
      }
    } catch (OverlappingFileLockException e) {
      // this process uses it
    }
  }

  /** Returns where it is. */
  public Path path() {
    return path;
  }

  /**
   * Returns what reads and writes it. There is no other way: the lock would end with the first
   * channel of the process that is closed.
   */
  public FileChannel channel() {
    return channel;
  }

  /** Takes the file from its directory. Its content remains until it is closed. */
  public void delete() {
    delete(path);
  }

  /** Deletes the file. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "a file could not be closed", e);
    }
    delete(path);
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "a file could not be deleted; the next start does it", e);
    }
  }
}
