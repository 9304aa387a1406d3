package local.platform.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JDK caches names for the life of a process, so each case runs in a new process. */
class OwnNameTest {
  @TempDir private Path directory;

  /** Looks up the address of this machine, as a server does. */
  static final class Asking {
    public static void main(String[] arguments) throws IOException {
      OwnName.resolve();
      System.out.println("own name: " + InetAddress.getLocalHost().getHostAddress());
      System.out.println(
          "other name: " + InetAddress.getAllByName("other.test")[0].getHostAddress());
    }
  }

  @Test
  void aNameWithoutAnAddressIsGivenTheLoopbackAddress() throws Exception {
    assertThat(ask("--add-opens", "java.base/java.net=ALL-UNNAMED"))
        .contains("platform: this machine cannot resolve its own name; this process uses 127.0.0.1")
        .contains("own name: 127.0.0.1", "other name: 192.0.2.1");
  }

  @Test
  void whereTheJdkIsClosedItSaysSo() throws Exception {
    assertThat(ask())
        .anyMatch(line -> line.startsWith("platform: ") && line.contains("may not start"));
  }

  private List<String> ask(String... options) throws IOException, InterruptedException {
    Files.writeString(directory.resolve("hosts"), "192.0.2.1 other.test\n");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djdk.net.hosts.file=" + directory.resolve("hosts"));
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Asking.class.getName()));
    Path output = directory.resolve("output");
    new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start()
        .waitFor();
    return Files.readAllLines(output);
  }
}
