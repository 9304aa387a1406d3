package local.platform.contract.testing.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import local.platform.contract.testing.PlatformClient;
import org.junit.jupiter.api.Test;

/** The console compares the versions by the words by which the tests translate. */
class ConsoleWordsIT {
  private static final Path SCRIPT =
      Path.of(
          System.getProperty("platform.sources"),
          "web-console/src/main/resources/console/compare.js");

  private static final Pattern WORDS =
      Pattern.compile("(?s)\nexport const WORDS = (\\{.*?\n\\});\n");

  /** What the console knows of a collection. */
  private record Collection(String path, Map<String, String> renamed) {}

  @Test
  void theConsoleKnowsEachCollectionAndEachNameThatDiffers() throws Exception {
    Matcher words = WORDS.matcher(Files.readString(SCRIPT));
    assertThat(words.find()).isTrue();
    Map<String, Collection> known = new TreeMap<>();
    for (Map.Entry<String, JsonNode> each :
        PlatformClient.JSON.readTree(words.group(1)).properties()) {
      Map<String, String> renamed = new TreeMap<>();
      each.getValue()
          .path("renamed")
          .properties()
          .forEach(name -> renamed.put(name.getKey(), name.getValue().asText()));
      known.put(each.getKey(), new Collection(each.getValue().path("path").asText(), renamed));
    }

    assertThat(known)
        .isEqualTo(
            Arrays.stream(Resource.values())
                .collect(
                    Collectors.toMap(
                        Resource::plural, resource -> collection(resource.version1()))));
  }

  private static Collection collection(Version1Words words) {
    Map<String, String> renamed =
        words.names().inVersion1().entrySet().stream()
            .filter(name -> !name.getKey().equals(name.getValue()))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    return new Collection(words.path(), renamed);
  }
}
