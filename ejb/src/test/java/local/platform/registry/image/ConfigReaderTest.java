package local.platform.registry.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.validation.Elements;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigReaderTest {
  private static final ImageConfig NOTHING =
      new ImageConfig("", List.of(), List.of(), List.of(), List.of(), List.of(), "", Map.of(), "");

  private final FieldViolations violations = new FieldViolations();

  private Optional<ConfigReader.Read> read(String json) {
    return ConfigReader.read(json.replace('\'', '"'), "field", violations);
  }

  @Test
  void everyFieldIsRead() {
    assertThat(
            read(
                """
                {'architecture': 'arm', 'variant': 'v7', 'os': 'linux', 'history': [{}, null],
                 'config': {
                   'User': '65532:65532',
                   'ExposedPorts': {'8080/tcp': {}, '53/udp': {'a': [1]}},
                   'Env': ['PATH=/bin', 'A=ä😀'],
                   'Entrypoint': ['/bin/app', ''],
                   'Cmd': ['serve'],
                   'Volumes': {'/data': null},
                   'WorkingDir': '/',
                   'Labels': {'a': 'b', 'c': null},
                   'StopSignal': 'SIGTERM',
                   'Hostname': 1},
                 'container_config': {'User': 'other'}}
                """))
        .contains(
            new ConfigReader.Read(
                Optional.of("arm/v7"),
                new ImageConfig(
                    "65532:65532",
                    List.of("8080/tcp", "53/udp"),
                    List.of("PATH=/bin", "A=ä😀"),
                    List.of("/bin/app", ""),
                    List.of("serve"),
                    List.of("/data"),
                    "/",
                    Map.of("a", "b", "c", ""),
                    "SIGTERM")));
    assertThat(violations.descriptions()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "{'config':{'Env':[%s]}}          | '%d'    | config.Env",
        "{'config':{'Cmd':[%s]}}          | '%d'    | config.Cmd",
        "{'config':{'Entrypoint':[%s]}}   | '%d'    | config.Entrypoint",
        "{'config':{'ExposedPorts':{%s}}} | '%d':{} | config.ExposedPorts",
        "{'config':{'Volumes':{%s}}}      | '%d':{} | config.Volumes",
        "{'config':{'Labels':{%s}}}       | '%d':'' | config.Labels",
        "{'history':[%s]}                 | {}      | history"
      })
  void elementsAreLimitedWhileTheyAreRead(String config, String element, String path) {
    String many =
        IntStream.rangeClosed(0, Elements.MAX)
            .mapToObj(element::formatted)
            .collect(Collectors.joining(","));

    assertThat(read(config.formatted(many))).isEmpty();

    assertThat(violations.descriptions()).containsExactly(path + " " + Elements.TOO_MANY);
  }

  /** Fields that nobody asks for take no memory. */
  @Test
  void whatIsSkippedHasAnyNumberOfElements() {
    String many = String.join(",", Collections.nCopies(2 * Elements.MAX, "{}"));

    assertThat(read("{'rootfs':{'diff_ids':[" + many + "]}}")).isPresent();
  }

  /** As docker writes them, and what is in the config of something that is no image. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} |",
        "{'config': null, 'architecture': null} |",
        "{'architecture': '', 'variant': 'v8', 'config': {}} |",
        "{'name': 'chart', 'version': '1', 'arch\u0131tecture': 'x', 'Features': 1} |",
        "{'rootfs': [], 'history': {}} |",
        "{'config': {'user ': 1, 'workdir': 1, 'Healthcheck': 1, 'HealthCheck': 2}} |",
        "{'architecture': 'amd64', 'config': {'Env': null, 'Cmd': null, 'Entrypoint': null, 'Labels': null, 'Volumes': null, 'ExposedPorts': null, 'User': null}} | amd64",
      })
  void whatIsAbsentIsEmpty(String json, String architecture) {
    assertThat(read(json))
        .contains(new ConfigReader.Read(Optional.ofNullable(architecture), NOTHING));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]                                            | must be an object",
        "{'architecture': 1}                           | architecture must be a text",
        "{'architecture': 'a b'}                       | architecture must have at most 32",
        "{'architecture': 'arm', 'variant': 'v7/x'}    | variant must have at most 32",
        "{'architecture': 'a', 'architecture': 'b'}    | architecture must not be given twice",
        "{'config': []}                                | config must be an object",
        "{'config': {'Env': 'A=b'}}                    | config.Env must be a list",
        "{'config': {'Env': ['A=b', 1]}}               | config.Env[1] must be a text",
        "{'config': {'Cmd': ['\\ud83d']}}              | config.Cmd[0] must be valid Unicode",
        "{'config': {'Labels': {'a': 1}}}              | config.Labels must have texts as values",
        "{'config': {'Labels': {'a': 'b', 'a': 'c'}}}  | config.Labels must not have a name twice",
        "{'config': {'Volumes': ['/data']}}            | config.Volumes must be an object",
        "{'config': {'Volumes': {'\\ud83d': {}}}}      | config.Volumes must have names of valid",
        "{'config': {'ExposedPorts': {'1/tcp': [}}}    | must be one valid JSON object",
        "{'Architecture': 'x'}                         | Architecture must be written architecture",
        "{'architecture': 'a', 'ARCHITECTURE': 'b'}    | ARCHITECTURE must be written architecture",
        "{'Config': {}}                                | Config must be written config",
        "{'OS': 'linux'}                               | OS must be written os",
        "{'config': {'user': 'root'}}                  | config.user must be written User",
        "{'config': {'User': 'a', 'U\u017fer': 'b'}}   | config.U\u017fer must be written User",
        "{'config': {'EntryPoint': []}}                | config.EntryPoint must be written Entrypoint",
        "{'config': {'argsescaped': true}}             | config.argsescaped must be written ArgsEscaped",
        "{'config': {'StopSignal': '', 'STOPSIGNAL': ''}} | config.STOPSIGNAL must be written StopSignal",
        "{'rootfs': {'type': 'layers', 'Diff_IDs': []}} | rootfs.Diff_IDs must be written diff_ids",
        "{'history': [null, {'Created_By': ''}]}       | history[1].Created_By must be written created_by",
        "{'rootfs': {}, 'rootfs': {}}                  | rootfs must not be given twice",
      })
  void aMalformedConfigIsRefused(String json, String expected) {
    assertThat(read(json)).isEmpty();
    assertThat(violations.descriptions()).singleElement().asString().startsWith(expected);
  }
}
