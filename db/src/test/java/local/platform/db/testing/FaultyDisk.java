package local.platform.db.testing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/** A directory for a database of H2 on a disk that a test can fill, or let fail otherwise. */
public final class FaultyDisk {
  private static final String SCHEME = "faulty";
  private static final String DATABASE = "database";
  private static final Map<String, FaultyDisk> BY_DIRECTORY = new ConcurrentHashMap<>();

  private final Path directory;
  private volatile boolean full;
  private volatile Access beforeWrite = bytes -> {};
  private volatile Access beforeRead = bytes -> {};

  private FaultyDisk(Path directory) {
    this.directory = directory;
  }

  /** Is called before bytes are written or read. */
  @FunctionalInterface
  public interface Access {
    /**
     * Is called with the number of bytes.
     *
     * @throws IOException if they are not to be written or read
     */
    void of(int bytes) throws IOException;
  }

  /** Returns the disk of a directory, on which nothing fails yet. */
  public static FaultyDisk at(Path directory) {
    FilePath.register(new FaultyPath());
    return BY_DIRECTORY.computeIfAbsent(directory.toString(), key -> new FaultyDisk(directory));
  }

  /** Returns the URL of the database on it. */
  public String url() {
    return "jdbc:h2:" + SCHEME + ":" + directory.resolve(DATABASE);
  }

  /** Returns the path of its file past what fails. */
  public Path file() {
    return directory.resolve(DATABASE + ".mv.db");
  }

  /** Sets what happens before each write. */
  public void beforeWrite(Access action) {
    beforeWrite = action;
  }

  /** Sets what happens before each read. */
  public void beforeRead(Access action) {
    beforeRead = action;
  }

  /** Lets every write fail, because there is no room. */
  public void fill() {
    full = true;
  }

  /** Returns whether there is room. */
  public boolean hasRoom() {
    return !full;
  }

  /** Lets nothing fail any more. */
  public void repair() {
    full = false;
    beforeWrite = bytes -> {};
    beforeRead = bytes -> {};
  }

  /** Returns what a write to a full disk throws. */
  public static IOException full() {
    return new IOException("No space left on device");
  }

  /** A path on such a disk. */
  public static final class FaultyPath extends FilePathWrapper {
    @Override
    public String getScheme() {
      return SCHEME;
    }

    @Override
    public FileChannel open(String mode) throws IOException {
      Path file = Path.of(getBase().toString());
      return new FaultyChannel(
          BY_DIRECTORY.get(String.valueOf(file.getParent())), super.open(mode));
    }
  }

  private static final class FaultyChannel extends FileBaseDefault {
    private final FaultyDisk disk;
    private final FileChannel channel;

    FaultyChannel(FaultyDisk disk, FileChannel channel) {
      this.disk = disk;
      this.channel = channel;
    }

    @Override
    public synchronized int write(ByteBuffer source, long position) throws IOException {
      if (disk.full) {
        throw full();
      }
      disk.beforeWrite.of(source.remaining());
      return channel.write(source, position);
    }

    @Override
    public synchronized int read(ByteBuffer target, long position) throws IOException {
      disk.beforeRead.of(target.remaining());
      return channel.read(target, position);
    }

    @Override
    protected void implTruncate(long size) throws IOException {
      channel.truncate(size);
    }

    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public void force(boolean metaData) throws IOException {
      channel.force(metaData);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
      return channel.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
      channel.close();
    }
  }
}
