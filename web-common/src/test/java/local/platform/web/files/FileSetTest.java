package local.platform.web.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FileSetTest {
  private final FileSet page = FileSet.of(Map.of("/p", "/p/index.html", "/p/", "/p/index.html"));

  @Test
  void aHeaderFieldIsThatOfTheSetOnly() {
    FileSet cached = page.with("Cache-Control", "immutable").with("Referrer-Policy", "no-referrer");

    assertThat(cached.resources()).isEqualTo(page.resources());
    assertThat(cached.headers())
        .containsOnly(
            Map.entry("Cache-Control", "immutable"), Map.entry("Referrer-Policy", "no-referrer"));
    assertThat(cached.with("Cache-Control", "no-cache").headers())
        .containsEntry("Cache-Control", "no-cache");
    assertThat(page.headers()).isEmpty();
  }

  @Test
  void aReplacementIsThatOfTheSetOnly() {
    FileSet replacing = page.with("A", "1").replacing("{x}", "y").with("B", "2");

    assertThat(replacing.replacements()).containsOnly(Map.entry("{x}", "y"));
    assertThat(replacing.headers()).containsOnlyKeys("A", "B");
    assertThat(page.replacements()).isEmpty();
  }

  @Test
  void thePathsAreThoseOfAllSets() {
    FileSet script = FileSet.of(Map.of("/p/a.js", "/p/a.js"));

    assertThat(FileSet.paths(List.of(page, script)))
        .containsExactlyInAnyOrder("/p", "/p/", "/p/a.js");
  }

  @Test
  void aFileWithoutAKnownTypeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FileSet.of(Map.of("/p/a", "/p/a.exe")))
        .withMessageContaining("/p/a.exe");
  }
}
