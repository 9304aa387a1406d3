package local.platform.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MainTest {
  static Stream<List<String>> rightUsage() {
    return Stream.of(
        List.of(),
        List.of("--help"),
        List.of("--health"),
        List.of("--bootstrap-info"),
        List.of("--prepare"),
        List.of("--prepare", "--java-options"),
        List.of("--prepare", "--java-options", "-Xmx1g", "--add-opens", "java.base/a=ALL-UNNAMED"),
        List.of("--bootstrap-token", "file"),
        List.of("--bootstrap-token", "/a b/./-"));
  }

  @ParameterizedTest
  @MethodSource("rightUsage")
  void whatThereIsCanBeAskedFor(List<String> arguments) {
    assertThat(Main.wrongUsage(arguments)).isEmpty();
  }

  static Stream<List<String>> wrongUsage() {
    return Stream.of(
        List.of("--port", "8090"),
        List.of("--nohazelcast"),
        List.of("start"),
        List.of(""),
        List.of("--help", "me"),
        List.of("--health", "me"),
        List.of("--prepare", "directory"),
        List.of("--prepare", "-Xmx1g"),
        List.of("--bootstrap-info", "file"),
        List.of("--bootstrap-info", "--bootstrap-token"),
        List.of("--bootstrap-token"),
        List.of("--bootstrap-token", ""),
        List.of("--bootstrap-token", "-"),
        List.of("--bootstrap-token", "--help"),
        List.of("--bootstrap-token", "file", "file"),
        List.of("--bootstrap-token=file"));
  }

  @ParameterizedTest
  @MethodSource("wrongUsage")
  void everythingElseIsWrongUsage(List<String> arguments) {
    assertThat(Main.wrongUsage(arguments)).isPresent();
  }

  @Test
  void theOptionsOfTheServerAreThoseThatAreToldAndThoseOfTheEnvironment() {
    Map<String, String> environment =
        Map.of(
            "JDK_JAVA_OPTIONS", "\"-Da=1\" -Db='2'",
            "JAVA_TOOL_OPTIONS", "-Dc=3",
            "_JAVA_OPTIONS", "-Dd=4");

    assertThat(Main.given(List.of("--java-options", "-Xmx1g"), environment))
        .hasValueSatisfying(
            options ->
                assertThat(options).containsExactly("-Xmx1g", "-Da=1", "-Db=2", "-Dc=3", "-Dd=4"));
    assertThat(Main.given(List.of(), environment)).isEmpty();
  }

  /** Java reads what its locale does not have as this character. */
  @Test
  void namesThatTheLocaleDoesNotHaveAreRefused() {
    List<String> command = List.of("--bootstrap-token", "t\u00f6ken");

    assertThat(Main.unreadable("/srv/\u00fc", command)).isEmpty();
    assertThat(Main.unreadable("/srv/\ufffd\ufffd", command)).isPresent();
    assertThat(Main.unreadable("/srv", List.of("--bootstrap-token", "t\ufffd\ufffdken")))
        .isPresent();
  }
}
