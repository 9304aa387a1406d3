package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the script of the quick start, with a build and a Java that only record their calls. */
class RunScriptIT {
  private static final String BUILD =
      """
      #!/bin/sh
      echo "$@" >> builds
      mkdir -p ear/target
      touch ear/target/platform.jar ear/target/platform.ear
      """;
  private static final String JAVA =
      """
      #!/bin/sh
      case $* in
        *" --prepare"*) echo "$*" > prepared; exit "${PREPARED:-0}" ;;
      esac
      echo "$$ $PLATFORM_QUICKSTART $*"
      """;

  @TempDir private Path checkout;

  @BeforeEach
  void makeCheckout() throws IOException {
    for (String script : List.of("run", "ops/start.sh")) {
      Path source = Path.of(System.getProperty("platform.sources")).resolve(script);
      write(script, Files.readString(source));
    }
    write("mvnw", BUILD);
    write("jdk/bin/java", JAVA);
    write("pom.xml", "<payara.version>6</payara.version>");
    write("ear/pom.xml", "");
    write("ops/payara/run.sh", "#!/bin/sh\necho \"$$ $PLATFORM_QUICKSTART $*\"\n");
    write("db/src/main/java/Group.java", "");
    write("db/src/test/java/GroupTest.java", "");
  }

  @Test
  void itBecomesTheServerAndBuildsWhatIsNotBuilt() throws Exception {
    assertThat(run()).hasSize(2).first().asString().startsWith("Building ear/target/platform.jar.");
    assertThat(builds()).hasSize(1).first().asString().contains("-Prun ").contains("-q");

    assertThat(run()).containsExactly("pid true @./data/cache/java-options");
    assertThat(builds()).hasSize(1);
  }

  @Test
  void itStartsAServerThatCannotBePrepared() throws Exception {
    run();
    write("jdk/bin/java", "#!/bin/sh\nPREPARED=1\n" + JAVA);

    assertThat(run()).containsExactly("pid true -jar ear/target/platform.jar");
  }

  @Test
  void itStartsNoServerThatWasInterruptedBefore() throws Exception {
    run();
    write("jdk/bin/java", "#!/bin/sh\nPREPARED=130\n" + JAVA);

    assertThat(run()).isEmpty();
  }

  @Test
  void theOptionsAreThoseOfTheServerAlone() throws Exception {
    assertThat(execute("ops/start.sh", "platform.jar", "-Xmx1g", "-XX:+UseZGC"))
        .singleElement()
        .asString()
        .endsWith(" -Xmx1g -XX:+UseZGC @./data/cache/java-options");
    assertThat(checkout.resolve("prepared")).content().isEqualTo("-jar platform.jar --prepare\n");
  }

  @Test
  void onPayaraServerItBecomesThat() throws Exception {
    assertThat(run("--ear")).hasSize(2).first().asString().startsWith("Building ear/target/pl");

    assertThat(run("--ear"))
        .singleElement()
        .asString()
        .startsWith("pid true /")
        .endsWith("payara-6/payara6 ear/target/platform.ear ear/target/server");
    assertThat(builds()).hasSize(1).first().asString().contains("-Prun-ear ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pom.xml", "ear/pom.xml", "db/src/main/java/Group.java"})
  void whatHasChangedIsBuilt(String file) throws Exception {
    run();
    changed(file);

    run();

    assertThat(builds()).hasSize(2);
  }

  @Test
  void whatIsGoneIsBuiltToo() throws Exception {
    run();
    Files.delete(checkout.resolve("db/src/main/java/Group.java"));
    changed("db/src/main/java");

    run();

    assertThat(builds()).hasSize(2);
  }

  @Test
  void aTestIsNoReasonToBuild() throws Exception {
    run();
    changed("db/src/test/java/GroupTest.java");

    run();

    assertThat(builds()).hasSize(1);
  }

  @Test
  void whatCannotBeBuiltIsNotStarted() throws Exception {
    write("mvnw", "#!/bin/sh\nexit 7\n");

    assertThat(run()).singleElement().asString().startsWith("Building");
  }

  @Test
  void whatNobodyKnowsIsWrongUsage() throws Exception {
    assertThat(run("--port")).containsExactly("usage: ./run [--ear]");
    assertThat(checkout.resolve("builds")).doesNotExist();
  }

  private List<String> run(String... arguments) throws Exception {
    return execute("run", arguments);
  }

  /** Runs a script; returns its output, with a word in place of its process id. */
  private List<String> execute(String script, String... arguments) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(checkout.resolve(script).toString())
            .directory(checkout.toFile())
            .redirectErrorStream(true);
    builder.command().addAll(List.of(arguments));
    builder.environment().put("JAVA_HOME", checkout.resolve("jdk").toString());
    Process process = builder.start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .replaceFirst("(?m)^" + process.pid() + " ", "pid ");
    process.waitFor();
    return output.lines().toList();
  }

  private List<String> builds() throws IOException {
    return Files.readAllLines(checkout.resolve("builds"));
  }

  private void changed(String file) throws IOException {
    FileTime later = FileTime.from(Instant.now().plus(Duration.ofMinutes(1)));
    Files.setLastModifiedTime(checkout.resolve(file), later);
  }

  private void write(String file, String content) throws IOException {
    Path path = checkout.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
    assertThat(path.toFile().setExecutable(true)).isTrue();
    // Older than everything that is built, however coarse the file times are.
    Files.setLastModifiedTime(path, FileTime.from(Instant.now().minus(Duration.ofMinutes(1))));
    for (Path at = path; !at.equals(checkout); at = at.getParent()) {
      Files.setLastModifiedTime(at, FileTime.from(Instant.now().minus(Duration.ofMinutes(1))));
    }
  }
}
