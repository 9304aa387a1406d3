package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import local.platform.config.DatabaseSettings;
import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ends a database after each of its writes to the file, and in the middle of each, and looks for
 * what was durable by then.
 */
class H2RecoveryTest {
  private static final int ROWS = 100;

  private static final List<WriteToFile> WRITES = new ArrayList<>();
  private static int durableRows;

  @TempDir Path directory;

  /** A write to the file, or without data a truncation, and the rows that were durable before. */
  private record WriteToFile(long position, ByteBuffer data, int durable) {

    void applyTo(FileChannel file, int length) throws IOException {
      if (length() == 0) {
        file.truncate(position);
      } else {
        file.write(data.duplicate().limit(length), position);
      }
    }

    int length() {
      return data.limit();
    }
  }

  @Test
  void whateverWriteIsTheLastNothingDurableIsLost() throws IOException, SQLException {
    writeRows();

    int lostByH2 = 0;
    Path killed = directory.resolve("killed.mv.db");
    try (FileChannel file =
        FileChannel.open(killed, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (WriteToFile write : WRITES) {
        if (write.durable() > 0) {
          write.applyTo(file, write.length() / 2);
          assertThat(rowsAfterRecovery(killed)).isGreaterThanOrEqualTo(write.durable());
        }
        write.applyTo(file, write.length());
        if (write.durable() > 0) {
          assertThat(rowsAfterRecovery(killed)).isGreaterThanOrEqualTo(write.durable());
          lostByH2 += rows(copy(killed)) < write.durable() ? 1 : 0;
        }
      }
    }

    assertThat(lostByH2).as("otherwise nothing has to be recovered").isPositive();
  }

  @Test
  void aClosedFileIsNotChanged() throws IOException, SQLException {
    try (Connection connection = connect(directory.resolve("closed.mv.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE thing (id INT)");
    }
    Path file = directory.resolve("closed.mv.db");
    byte[] before = Files.readAllBytes(file);

    recover(file);

    assertThat(file).hasBinaryContent(before);
  }

  @Test
  void aFileInUseIsNotChanged() throws IOException, SQLException {
    Path file = directory.resolve("used.mv.db");
    try (Connection connection = connect(file);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE thing (id INT)");
      statement.execute("CHECKPOINT SYNC");
      byte[] before = Files.readAllBytes(file);

      assertThatExceptionOfType(UnsupportedDatabaseException.class)
          .isThrownBy(() -> recover(file))
          .withMessageContaining("in use by another process");
      H2Recovery.recover(new DatabaseSettings(url(file) + ";AUTO_SERVER=TRUE", "sa", "", 2));

      assertThat(file).hasBinaryContent(before);
    }
  }

  @Test
  void anEncryptedFileIsNotChanged() throws IOException, SQLException {
    String url = "jdbc:h2:file:" + directory.resolve("encrypted") + ";CIPHER=AES";
    try (Connection connection = DriverManager.getConnection(url, "sa", "secret secret");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE thing (id INT)");
    }
    byte[] before = Files.readAllBytes(directory.resolve("encrypted.mv.db"));

    H2Recovery.recover(new DatabaseSettings(url, "sa", "secret secret", 2));

    assertThat(directory.resolve("encrypted.mv.db")).hasBinaryContent(before);
  }

  @Test
  void anotherFileIsRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("other.mv.db"), "other".repeat(3000));

    assertThatExceptionOfType(UnsupportedDatabaseException.class)
        .isThrownBy(() -> recover(file))
        .withMessage("its file was not closed, and contains no complete state: restore a backup");
    assertThat(file).hasContent("other".repeat(3000));
  }

  /** Writes rows, each of which is durable before the next, and never closes the database. */
  private void writeRows() throws SQLException {
    WRITES.clear();
    durableRows = 0;
    FilePath.register(new RecordedPath());
    String url = "jdbc:h2:" + RecordedPath.SCHEME + ":" + directory.resolve("recorded");
    try (Connection connection = DriverManager.getConnection(url, "sa", "");
        Statement statement = connection.createStatement()) {
      // Space is used again at once, and only this thread writes.
      statement.execute("SET RETENTION_TIME 0");
      statement.execute("SET WRITE_DELAY 0");
      statement.execute("CREATE TABLE thing (id INT PRIMARY KEY, text VARCHAR)");
      for (int row = 1; row <= ROWS; row++) {
        String text = "x".repeat(row * 37 % 1000);
        statement.execute("INSERT INTO thing VALUES (" + row + ", '" + text + "')");
        statement.execute("CHECKPOINT SYNC");
        durableRows = row;
      }
      statement.execute("SHUTDOWN IMMEDIATELY");
    }
  }

  private int rowsAfterRecovery(Path killed) throws IOException {
    Path copy = copy(killed);
    recover(copy);
    return rows(copy);
  }

  private static void recover(Path file) throws IOException {
    H2Recovery.recover(new DatabaseSettings(url(file), "sa", "", 2));
  }

  private static Path copy(Path file) throws IOException {
    return Files.copy(file, file.resolveSibling("copy.mv.db"), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Returns the number of rows in a database; 0 if H2 cannot read it, or it has no table. */
  private static int rows(Path file) {
    try (Connection connection = connect(file);
        Statement statement = connection.createStatement();
        ResultSet count = statement.executeQuery("SELECT COUNT(*), SUM(LENGTH(text)) FROM thing")) {
      count.next();
      int rows = count.getInt(1);
      statement.execute("SHUTDOWN IMMEDIATELY");
      return rows;
    } catch (SQLException e) {
      return 0;
    }
  }

  private static Connection connect(Path file) throws SQLException {
    return DriverManager.getConnection(url(file), "sa", "");
  }

  private static String url(Path file) {
    return "jdbc:h2:file:" + file.toString().replace(".mv.db", "");
  }

  /** Records the writes to the file of a database. */
  public static final class RecordedPath extends FilePathWrapper {
    static final String SCHEME = "recorded";

    @Override
    public String getScheme() {
      return SCHEME;
    }

    @Override
    public FileChannel open(String mode) throws IOException {
      FileChannel channel = super.open(mode);
      return toString().endsWith(".mv.db") ? new RecordedChannel(channel) : channel;
    }
  }

  private static final class RecordedChannel extends FileBaseDefault {
    private final FileChannel channel;

    RecordedChannel(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public synchronized int write(ByteBuffer source, long position) throws IOException {
      ByteBuffer data = ByteBuffer.allocate(source.remaining()).put(source.duplicate()).flip();
      WRITES.add(new WriteToFile(position, data, durableRows));
      return channel.write(source, position);
    }

    @Override
    protected void implTruncate(long size) throws IOException {
      WRITES.add(new WriteToFile(size, ByteBuffer.allocate(0), durableRows));
      channel.truncate(size);
    }

    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public synchronized int read(ByteBuffer target, long position) throws IOException {
      return channel.read(target, position);
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
