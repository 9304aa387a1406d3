package local.platform.hub.imports;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import local.platform.db.DataDisk;
import local.platform.file.PrivateFiles;
import local.platform.foundation.error.PlatformException;

/**
 * An uploaded file while it is needed. Only its owner can access it. It is locked while its process
 * lives, so that the next start can tell what an earlier process has left behind.
 */
public final class Spool implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Spool.class.getName());
  private static final String SUFFIX = ".upload";
  private static final int BUFFER = 64 * 1024;

  private final Path file;
  private final FileChannel channel;
  private long length;

  private Spool(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Creates an empty file.
   *
   * @throws PlatformException UNAVAILABLE if that is not possible
   */
  static Spool create(Path directory) {
    Path file = directory.resolve(UUID.randomUUID() + SUFFIX);
    try {
      PrivateFiles.createDirectories(directory);
      PrivateFiles.create(file).close();
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
      channel.lock();
      return new Spool(file, channel);
    } catch (IOException e) {
      delete(file);
      throw notStored(e);
    }
  }

  /** Deletes the files in a directory that no living process has locked. */
  static void deleteAbandoned(Path directory) {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
      for (Path file : files) {
        deleteIfAbandoned(file);
      }
    } catch (IOException e) {
      LOG.log(Level.WARNING, "failed to look for files of earlier uploads", e);
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

  /**
   * Stores what a stream has.
   *
   * @throws IOException what the stream throws
   * @throws PlatformException UNAVAILABLE if the file cannot be written, for example because the
   *     disk is full
   */
  public void fill(InputStream in) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long total = 0;
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      write(ByteBuffer.wrap(buffer, 0, count));
      total += count;
    }
    length = total;
  }

  /** Returns how many bytes were stored. */
  long length() {
    return length;
  }

  private void write(ByteBuffer bytes) {
    try {
      if (!DataDisk.hasRoom(file)) {
        throw new IOException("the disk is nearly full");
      }
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      throw notStored(e);
    }
  }

  private static PlatformException notStored(IOException cause) {
    LOG.log(Level.ERROR, "an upload could not be stored", cause);
    return PlatformException.unavailable(
        "the server cannot store the upload: its disk may be full; try again later");
  }

  /** Returns a new stream of the content, which need not be closed. */
  InputStream open() throws IOException {
    channel.position(0);
    return Channels.newInputStream(channel);
  }

  /** Deletes the file. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "an upload could not be closed", e);
    }
    delete(file);
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "an upload could not be deleted; the next start does it", e);
    }
  }
}
