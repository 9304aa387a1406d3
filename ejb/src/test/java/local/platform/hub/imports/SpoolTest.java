package local.platform.hub.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
  @TempDir private Path parent;

  @Test
  void keepsAFileForItsOwnerUntilItIsClosed() throws IOException {
    Path directory = parent.resolve("imports");
    byte[] content = new byte[200_000];
    content[199_999] = 7;

    try (Spool spool = Spool.create(directory)) {
      spool.fill(new ByteArrayInputStream(content));

      assertThat(spool.length()).isEqualTo(content.length);
      assertThat(mode(directory)).isEqualTo("rwx------");
      assertThat(mode(only(directory))).isEqualTo("rw-------");
      assertThat(spool.open().readAllBytes()).isEqualTo(content);
      assertThat(spool.open().readAllBytes()).isEqualTo(content);

      Files.writeString(directory.resolve("left-behind.upload"), "x");
      Files.writeString(directory.resolve("another"), "x");
      Spool.deleteAbandoned(directory);
      assertThat(names(directory)).hasSize(2).contains("another");
    }

    assertThat(names(directory)).containsExactly("another");
    Spool.deleteAbandoned(parent.resolve("absent"));
  }

  /** A file stays while another process uses it, and no longer. */
  @Test
  void deletesWhatAProcessThatHasEndedLeftBehind() throws Exception {
    Path file = Files.writeString(parent.resolve("other.upload"), "x");
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Locker.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(other.getInputStream().read()).isEqualTo('l');

    Spool.deleteAbandoned(parent);
    assertThat(file).exists();
    other.destroyForcibly();
    assertThat(other.waitFor(10, TimeUnit.SECONDS)).isTrue();

    Spool.deleteAbandoned(parent);
    assertThat(file).doesNotExist();
  }

  /** Locks a file as a server does, and says so. */
  static final class Locker {
    private Locker() {}

    public static void main(String[] arguments) throws Exception {
      try (var channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
        channel.lock();
        System.out.write('l');
        System.out.flush();
        Thread.sleep(TimeUnit.MINUTES.toMillis(1));
      }
    }
  }

  @Test
  void whatCannotBeStoredIsUnavailableAndWhatCannotBeReadIsNot() throws IOException {
    Path notADirectory = Files.writeString(parent.resolve("file"), "");
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> Spool.create(notADirectory))
        .matches(e -> e.code() == ErrorCode.UNAVAILABLE);
    Spool spool = Spool.create(parent.resolve("imports"));
    InputStream closed = Files.newInputStream(notADirectory);
    closed.close();
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> spool.fill(closed));
    spool.close();
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> spool.fill(new ByteArrayInputStream(new byte[1])))
        .matches(e -> e.code() == ErrorCode.UNAVAILABLE);
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  private static Path only(Path directory) throws IOException {
    assertThat(names(directory)).hasSize(1);
    return directory.resolve(names(directory).get(0));
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
