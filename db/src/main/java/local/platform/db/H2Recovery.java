package local.platform.db;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import local.platform.config.DatabaseSettings;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.SingleFileStore;

/**
 * Makes H2 find the newest commit in a file that was not closed.
 *
 * <p>The header of the file points to a commit, from which H2 follows a chain to newer ones. It
 * writes a commit over unused ones first, and the header after that. If the process ends in
 * between, the chain may be broken, and H2 goes on with the last commit before the break, although
 * newer ones are in the file: commits of minutes are lost. So the whole file is searched here, and
 * the header pointed to the newest commit, before H2 opens it.
 *
 * @see <a href="https://h2database.com/html/mvstore.html#fileFormat">File Format of MVStore</a>
 */
final class H2Recovery {
  static final int BLOCK_BYTES = 4096;
  private static final String CLEAN = "clean";

  private H2Recovery() {}

  /**
   * Points the header of the database's file to the newest commit, if the file was not closed. Does
   * nothing if the database is not H2, its file is encrypted, or processes share it and another one
   * has it open.
   *
   * @throws IOException if the file cannot be read or written
   * @throws UnsupportedDatabaseException if it contains no complete commit, or another process uses
   *     it
   */
  static void recover(DatabaseSettings settings) throws IOException {
    recover(settings, DataFiles.h2File(settings));
  }

  /** Does the same as {@link #recover(DatabaseSettings)} if the file of the database is known. */
  static void recover(DatabaseSettings settings, Optional<Path> file) throws IOException {
    if (file.isPresent() && !DatabaseSettings.sets(settings.url(), "cipher")) {
      recover(file.get(), ExistingDatabase.isShared(settings));
    }
  }

  private static void recover(Path file, boolean shared) throws IOException {
    if (Files.size(file) == 0 || isClosed(file)) {
      return;
    }
    if (!Files.isWritable(file)) {
      throw new IOException("the file of the database cannot be written: " + file);
    }
    try (SearchedFile searched = new SearchedFile()) {
      searched.open(file.toString(), false, null);
      MVStore store = new MVStore.Builder().fileStore(searched).autoCommitDisabled().open();
      searched.pointHeaderToNewestCommit();
      store.closeImmediately();
    } catch (MVStoreException e) {
      if (e.getErrorCode() != DataUtils.ERROR_FILE_LOCKED) {
        throw new UnsupportedDatabaseException(
            "its file was not closed, and contains no complete state: restore a backup", e);
      }
      if (!shared) { // whoever has it may end before it is opened, and it would be as it is now
        throw UnsupportedDatabaseException.inUse(e);
      }
    }
  }

  /** Returns whether both copies of the header agree that the file was closed. */
  private static boolean isClosed(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] header = in.readNBytes(BLOCK_BYTES);
      return Arrays.equals(header, in.readNBytes(BLOCK_BYTES))
          && new String(header, StandardCharsets.ISO_8859_1).contains("," + CLEAN + ":1,");
    }
  }

  /** A file whose newest commit is searched for in all of the file. */
  private static final class SearchedFile extends SingleFileStore implements AutoCloseable {

    SearchedFile() {
      super(Map.of());
    }

    @Override
    protected void readStoreHeader(boolean recoveryMode) {
      // Only this search is in recovery mode: the mode itself takes an unreadable page for empty.
      super.readStoreHeader(true);
    }

    void pointHeaderToNewestCommit() {
      writeCleanShutdown();
      // H2 would trust a closed file to have no remains of unfinished writes.
      storeHeader.remove(CLEAN);
      StringBuilder text = new StringBuilder();
      DataUtils.appendMap(text, storeHeader);
      byte[] summed = text.toString().getBytes(StandardCharsets.ISO_8859_1);
      DataUtils.appendMap(text, "fletcher", DataUtils.getFletcher32(summed, 0, summed.length));
      byte[] header = text.append('\n').toString().getBytes(StandardCharsets.ISO_8859_1);
      ByteBuffer copies = ByteBuffer.allocate(2 * BLOCK_BYTES);
      copies.put(0, header).put(BLOCK_BYTES, header);
      writeFully(null, 0, copies);
      sync();
    }
  }
}
