package local.platform.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import local.platform.access.authz.Capability;
import org.junit.jupiter.api.Test;

class CapabilitiesTest {
  private static final Pattern ENTRY = Pattern.compile("(?m)^ {2}(CAP_\\w+): '([^']+)',$");

  @Test
  void theConsoleKnowsEachCapabilityThatARoleCanHave() throws Exception {
    String script = Files.readString(Path.of("src/main/resources/console/kinds/capabilities.js"));

    assertThat(ENTRY.matcher(script).results().map(entry -> entry.group(1) + " " + entry.group(2)))
        .containsExactlyElementsOf(
            Arrays.stream(Capability.values())
                .filter(Capability::isGrantable)
                .map(each -> each.enumName() + " " + each.dottedName())
                .toList());
  }
}
