package local.platform.web.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import local.platform.iam.identity.TextMatch;
import org.junit.jupiter.api.Test;

class TextMatchesTest {
  @Test
  void theFieldThatIsThereIsRead() {
    assertThat(TextMatches.read(true, "a", false, "")).contains(TextMatch.literal("a"));
    assertThat(TextMatches.read(false, "", true, "a.*")).contains(TextMatch.pattern("a.*"));
    assertThat(TextMatches.read(false, "", false, "")).isEmpty();
  }

  @Test
  void aFieldThatIsThereAndEmptyIsReadToo() {
    assertThat(TextMatches.read(true, "", false, "")).contains(TextMatch.literal(""));
    assertThat(TextMatches.read(false, "", true, "")).contains(TextMatch.pattern(""));
  }

  @Test
  void oneOfTheFieldsIsWritten() {
    assertThat(written(Optional.of(TextMatch.literal("a")))).containsExactly("literal a");
    assertThat(written(Optional.of(TextMatch.pattern("a.*")))).containsExactly("pattern a.*");
    assertThat(written(Optional.empty())).isEmpty();
  }

  private static List<String> written(Optional<TextMatch> match) {
    List<String> fields = new ArrayList<>();
    TextMatches.write(
        match, text -> fields.add("literal " + text), text -> fields.add("pattern " + text));
    return fields;
  }
}
