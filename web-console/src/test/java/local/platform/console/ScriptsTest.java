package local.platform.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import local.platform.tool.CommandLine;
import local.platform.tool.InstalledTool;
import local.platform.tool.NodePackages;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs the tests of the console's functions, and the check of its types, with Node. */
class ScriptsTest {
  private static final Path SOURCES = Path.of("src");

  /** A copy of the sources, in which Node takes each file for a module. */
  private static final Path COPY = Path.of("target/scripts");

  /** The libraries have no types beside them, since nothing but what is published is copied. */
  private static final Map<String, String> TYPES =
      Map.of(
          "preact.d.mts", "export * from 'preact';\n",
          "htm.d.mts", "export { default } from 'htm';\n");

  @BeforeAll
  static void copy() throws IOException {
    InstalledTool.require("node", "nodejs");
    copy("main/resources/console");
    copy("test/js");
    for (String file : List.of("package.json", "tsconfig.json")) {
      Files.copy(
          SOURCES.resolve("test/js").resolve(file),
          COPY.resolve(file),
          StandardCopyOption.REPLACE_EXISTING);
    }
    for (Map.Entry<String, String> types : TYPES.entrySet()) {
      Path vendor = COPY.resolve("main/resources/console/vendor");
      Files.writeString(vendor.resolve(types.getKey()), types.getValue());
    }
  }

  private static void copy(String directory) throws IOException {
    Path to = COPY.resolve(directory);
    Files.createDirectories(to);
    delete(to); // what is no longer in the sources
    try (Stream<Path> files = Files.walk(SOURCES.resolve(directory))) {
      files.forEach(file -> copy(file, COPY.resolve(SOURCES.relativize(file))));
    }
  }

  private static void copy(Path from, Path to) {
    try {
      Files.copy(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void theFunctionsDoWhatTheirTestsSay() throws Exception {
    try (Stream<Path> tests = Files.list(COPY.resolve("test/js"))) {
      Stream<String> files =
          tests.map(COPY::relativize).map(Path::toString).filter(file -> file.endsWith(".test.js"));
      String[] command = Stream.concat(Stream.of("node", "--test"), files).toArray(String[]::new);

      assertThat(CommandLine.run(COPY, Map.of("NO_COLOR", "1"), command))
          .contains("\n# fail 0\n")
          .doesNotContain("\n# pass 0\n");
    }
  }

  @Test
  void theTypesFit() throws Exception {
    NodePackages.install(COPY, SOURCES.resolve("test/js"));

    CommandLine.run(COPY, Map.of(), "node", "node_modules/typescript/bin/tsc", "-p", ".");
  }
}
