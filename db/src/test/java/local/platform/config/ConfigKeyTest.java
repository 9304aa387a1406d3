package local.platform.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ConfigKeyTest {
  private static final Path DOCUMENT = Path.of("../docs/configuration.md");
  private static final Pattern VARIABLE = Pattern.compile("\\bPLATFORM_[A-Z0-9_]*");
  private static final String HEADING =
      "| Variable | Property | Default | Meaning |\n|---|---|---|---|\n";

  @ParameterizedTest
  @CsvSource({
    "QUICKSTART, PLATFORM_QUICKSTART",
    "HTTP_MAX_BODY_BYTES, PLATFORM_HTTP_MAX_BODY_BYTES",
    "DATA_DIR, PLATFORM_DATA_DIR",
    "KEY_ENCRYPTION_KEY_FILE, PLATFORM_KEY_ENCRYPTION_KEY_FILE",
    "ORGANIZATIONS_SELF_SERVICE, PLATFORM_ORGANIZATIONS_SELF_SERVICE"
  })
  void theEnvironmentVariableIsThePropertyInUpperCaseWithUnderscores(
      ConfigKey key, String variable) {
    assertThat(key.environmentVariable()).isEqualTo(variable);
  }

  @ParameterizedTest
  @EnumSource
  void everyPropertyIsOfOurNameSpaceAndWrittenInLowerCase(ConfigKey key) {
    assertThat(key.property()).matches("platform\\.[a-z]+[0-9]*([.-][a-z]+)*");
  }

  @Test
  void noTwoKeysShareAVariable() {
    assertThat(ConfigKey.values())
        .extracting(ConfigKey::environmentVariable)
        .doesNotHaveDuplicates();
  }

  @Test
  void theDocumentHasOneRowForEachKey() throws IOException {
    String expected =
        HEADING
            + Arrays.stream(ConfigKey.values())
                .map(ConfigKeyTest::row)
                .collect(Collectors.joining());

    assertThat(tableOf(Files.readString(DOCUMENT)))
        .as(
            "The table in docs/configuration.md must say what ConfigKey says. Put this in its place:%n%n%s",
            expected)
        .isEqualTo(expected);
  }

  @Test
  void everyVariableThatUsersAreToldOfExists() throws IOException {
    List<String> known =
        Arrays.stream(ConfigKey.values()).map(ConfigKey::environmentVariable).toList();
    Map<String, Path> named = new TreeMap<>();
    for (Path file : documents()) {
      VARIABLE
          .matcher(Files.readString(file))
          .results()
          .forEach(match -> named.put(match.group(), file));
    }

    assertThat(named).containsKey("PLATFORM_ISSUER_URL");
    assertThat(named)
        .allSatisfy(
            (name, file) ->
                assertThat(known)
                    .as("%s names %s", file, name)
                    // some are named together, by their common prefix
                    .anyMatch(key -> name.endsWith("_") ? key.startsWith(name) : key.equals(name)));
  }

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    for (String name : List.of("README.md", "CONTRIBUTING.md", "docs", "ops")) {
      try (Stream<Path> files = Files.walk(Path.of("..", name))) {
        files.filter(Files::isRegularFile).forEach(documents::add);
      }
    }
    return documents;
  }

  private static String row(ConfigKey key) {
    return "| `%s` | `%s` | %s | %s |%n"
        .formatted(
            key.environmentVariable(),
            key.property(),
            defaultCell(key.defaultText()),
            key.meaning());
  }

  /** Returns the default as the document shows it: values as code, descriptions as plain text. */
  private static String defaultCell(String text) {
    boolean value = text.matches("[A-Za-z0-9./]*[0-9./][A-Za-z0-9./]*|true|false");
    return value ? "`" + text + "`" : text;
  }

  private static String tableOf(String document) {
    return document
        .lines()
        .filter(line -> line.startsWith("|"))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }
}
