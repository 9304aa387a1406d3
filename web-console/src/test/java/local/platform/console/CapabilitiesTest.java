package local.platform.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import local.platform.access.authz.Capability;
import org.junit.jupiter.api.Test;

class CapabilitiesTest {
  private static final Pattern ROW =
      Pattern.compile("(?m)^ {2}\\['([^']+)', '([^']*)'(?:, '([^']+)')?],$");

  @Test
  void theConsoleKnowsEachCapabilityThatARoleCanHave() throws Exception {
    String script = Files.readString(Path.of("src/main/resources/console/kinds/capabilities.js"));

    assertThat(ROW.matcher(script).results().flatMap(CapabilitiesTest::capabilities))
        .containsExactlyElementsOf(
            Arrays.stream(Capability.values())
                .filter(Capability::isGrantable)
                .map(each -> each.enumName() + " " + each.dottedName())
                .toList());
  }

  private static Stream<String> capabilities(MatchResult row) {
    String what = row.group(1);
    String word = Optional.ofNullable(row.group(3)).orElse(what.replace('.', '_'));
    return Stream.of(row.group(2).split(" "))
        .map(
            action ->
                action.isEmpty()
                    ? "CAP_" + word.toUpperCase(Locale.ROOT) + " " + what
                    : ("CAP_%s_%s".formatted(word, action).toUpperCase(Locale.ROOT)
                        + " %s.%s".formatted(what, action)));
  }
}
