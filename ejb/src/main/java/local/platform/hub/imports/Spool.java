package local.platform.hub.imports;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Path;
import local.platform.db.DataDisk;
import local.platform.file.ScratchFile;
import local.platform.foundation.error.PlatformException;

/** An uploaded file while it is needed. */
public final class Spool implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Spool.class.getName());
  private static final String SUFFIX = ".upload";
  private static final int BUFFER = 64 * 1024;

  private final ScratchFile file;
  private long length;

  private Spool(ScratchFile file) {
    this.file = file;
  }

  /**
   * Creates an empty file.
   *
   * @throws PlatformException UNAVAILABLE if that is not possible
   */
  static Spool create(Path directory) {
    try {
      return new Spool(ScratchFile.create(directory, SUFFIX));
    } catch (IOException e) {
      throw notStored(e);
    }
  }

  /** Deletes the files in a directory that no living process has locked. */
  static void deleteAbandoned(Path directory) {
    ScratchFile.deleteAbandoned(directory, SUFFIX);
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
      if (!DataDisk.hasRoom(file.path())) {
        throw new IOException("the disk is nearly full");
      }
      while (bytes.hasRemaining()) {
        file.channel().write(bytes);
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
    file.channel().position(0);
    return Channels.newInputStream(file.channel());
  }

  /** Deletes the file. */
  @Override
  public void close() {
    file.close();
  }
}
