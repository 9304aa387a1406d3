package local.platform.web.root;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.web.files.FileSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsoleTest {
  private final Map<String, String> resources =
      new HashMap<>(
          Map.of(
              "/console/files.txt", "vendor/a.mjs\nindex.html\nmain.js\n",
              "/console/index.html", "<script src={files}/main.js>",
              "/console/main.js", "1",
              "/console/vendor/a.mjs", "2"));

  private List<FileSet> files() {
    return Console.files(
        name ->
            Optional.ofNullable(resources.get(name))
                .map(text -> text.getBytes(StandardCharsets.UTF_8)));
  }

  private String below() {
    String main =
        FileSet.paths(files()).stream().filter(path -> path.endsWith("/main.js")).findAny().get();
    return main.substring(0, main.lastIndexOf('/'));
  }

  @Test
  void withoutTheModuleThereIsNoConsole() {
    resources.clear();

    assertThat(files()).isEmpty();
  }

  @Test
  void allFilesButThePageAreBelowADigestAndAreKept() {
    FileSet page = files().get(0);
    FileSet others = files().get(1);

    assertThat(page.resources())
        .isEqualTo(Map.of("/console", "/console/index.html", "/console/", "/console/index.html"));
    assertThat(page.headers()).doesNotContainKey("Cache-Control");
    assertThat(below()).matches("/console/[0-9a-f]{20}");
    assertThat(others.resources())
        .isEqualTo(
            Map.of(
                below() + "/main.js", "/console/main.js",
                below() + "/vendor/a.mjs", "/console/vendor/a.mjs"));
    assertThat(others.headers())
        .containsEntry("Cache-Control", "public, max-age=31536000, immutable");
    assertThat(files())
        .allSatisfy(
            set ->
                assertThat(set.headers())
                    .containsEntry("Referrer-Policy", "no-referrer")
                    .containsEntry("Cross-Origin-Opener-Policy", "same-origin")
                    .hasEntrySatisfying(
                        "Content-Security-Policy",
                        policy ->
                            assertThat(policy)
                                .startsWith("default-src 'none'; script-src 'self'; ")
                                .endsWith(
                                    "require-trusted-types-for 'script'; trusted-types 'none'")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8 | true",
        "application/json, Text/HTML;q=0.1 | true",
        "*/* | false",
        "text/* | false",
        "application/json | false",
        "text/html;q=0 | false",
        "text/html; q=0.000, */* | false",
        "application/xhtml+xml | false"
      })
  void onlyWhoNamesHtmlAsksForThePage(String accept, boolean asked) {
    assertThat(Console.isAskedFor(List.of(accept))).isEqualTo(asked);
    assertThat(Console.isAskedFor(List.of("application/json", accept))).isEqualTo(asked);
  }

  @Test
  void everyChangeOfAFileChangesThePath() {
    String before = below();

    resources.put("/console/main.js", "3");
    String changed = below();
    resources.put("/console/index.html", "other");

    assertThat(List.of(before, changed, below())).doesNotHaveDuplicates();
  }

  @Test
  void movingContentFromOneFileToAnotherChangesThePath() {
    String before = below();

    resources.put("/console/main.js", "2");
    resources.put("/console/vendor/a.mjs", "1");

    assertThat(below()).isNotEqualTo(before);
  }
}
