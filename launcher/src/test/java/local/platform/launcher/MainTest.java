package local.platform.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
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
        List.of("--prepare", "-Xmx1g", "--add-opens", "java.base/java.lang=ALL-UNNAMED"),
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
}
