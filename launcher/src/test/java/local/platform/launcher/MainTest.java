package local.platform.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
        List.of("--revocations"),
        List.of("--version"),
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
        List.of("--version", "me"),
        List.of("--bootstrap-info", "file"),
        List.of("--revocations", "file"),
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
