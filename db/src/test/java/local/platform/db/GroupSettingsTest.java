package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import local.platform.db.testing.MySqlGroup;
import org.junit.jupiter.api.Test;

/** The file with the settings of a group, and what a starting server expects of them. */
class GroupSettingsTest {
  @Test
  void whatIsExpectedIsWhatTheFileSets() throws IOException {
    Map<String, String> settings = new HashMap<>();
    for (String line : lines()) {
      String[] parts = line.split("=", 2);
      settings.put(parts[0].strip().replaceFirst("^loose-", ""), parts[1].strip());
    }

    assertThat(settings).containsAllEntriesOf(GroupSettings.EXPECTED);
  }

  @Test
  void everySettingHasAReason() throws IOException {
    List<String> paragraphs = List.of(Files.readString(MySqlGroup.settings()).split("\n\n", -1));

    assertThat(paragraphs).hasSizeGreaterThan(10).allMatch(each -> each.contains("# "));
  }

  private static List<String> lines() throws IOException {
    return Files.readAllLines(MySqlGroup.settings()).stream()
        .filter(line -> line.contains("=") && !line.startsWith("#"))
        .toList();
  }
}
