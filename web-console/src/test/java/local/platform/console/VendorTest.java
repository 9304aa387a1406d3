package local.platform.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.foundation.digest.Sha256;
import org.junit.jupiter.api.Test;

/** The libraries of the console are what was published, and nothing else. */
class VendorTest {
  private static final Path VENDOR = Path.of("src/main/resources/console/vendor");
  private static final String INVENTORY = "vendor.json";

  @Test
  void eachFileIsTheOneThatWasPublished() throws Exception {
    JsonNode inventory = new ObjectMapper().readTree(VENDOR.resolve(INVENTORY).toFile());
    Map<String, String> published = new TreeMap<>();
    for (JsonNode library : inventory.path("libraries")) {
      String version = library.path("version").asText();
      assertThat(library.path("source").asText())
          .startsWith("https://registry.npmjs.org/" + library.path("name").asText() + "/")
          .endsWith("-" + version + ".tgz");
      library
          .path("files")
          .forEach(file -> published.put(file.path("file").asText(), file.path("sha256").asText()));
    }

    assertThat(published).hasSize(4).isEqualTo(digests());
  }

  private static Map<String, String> digests() throws IOException {
    try (Stream<Path> files = Files.list(VENDOR)) {
      return files
          .filter(file -> !file.endsWith(INVENTORY))
          .collect(Collectors.toMap(file -> file.getFileName().toString(), VendorTest::sha256));
    }
  }

  private static String sha256(Path file) {
    try {
      return Sha256.hex(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
