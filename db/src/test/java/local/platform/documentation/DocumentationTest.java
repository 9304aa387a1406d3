package local.platform.documentation;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the form of the documentation. What it says is tested where the product is packaged. */
class DocumentationTest {
  private static final Path ROOT = Path.of("..");
  private static final Path DECISIONS = ROOT.resolve("docs/adr");
  private static final int MAX_LINES_OF_FRONT_PAGE = 150;

  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$|`[^`\n]*`");
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]*)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern TEST = Pattern.compile("-D(?:it\\.)?test=(\\w+(?:Test|IT))\\b");
  private static final Pattern EXECUTION = Pattern.compile("failsafe:integration-test@([\\w-]+)");
  private static final Pattern DECISION =
      Pattern.compile(
          "# (\\d+)\\. (.*)\n\n- Status: (.*)\n- Date: \\d{4}-\\d\\d-\\d\\d\n\n(?s:.*)");

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : pages()) {
      String text = CODE.matcher(Files.readString(page)).replaceAll("");
      for (MatchResult link : LINK.matcher(text).results().toList()) {
        links++;
        if (!isWeb(link.group(1)) && !leadsSomewhere(page, link.group(1))) {
          broken.add(page + ": " + link.group(1));
        }
      }
    }

    assertThat(links).isGreaterThan(100);
    assertThat(broken).isEmpty();
  }

  @Test
  void theFrontPageIsShort() throws IOException {
    assertThat(Files.readAllLines(ROOT.resolve("README.md")))
        .hasSizeLessThanOrEqualTo(MAX_LINES_OF_FRONT_PAGE);
  }

  @Test
  void everyTestThatContributorsAreToldToRunExists() throws IOException {
    String page = Files.readString(ROOT.resolve("CONTRIBUTING.md"));
    Set<String> sources = new HashSet<>();
    for (Path file : files(ROOT)) {
      sources.add(file.getFileName().toString());
    }

    assertThat(groups(TEST, page))
        .hasSizeGreaterThan(3)
        .allMatch(name -> sources.contains(name + ".java"));
    String packaging = Files.readString(ROOT.resolve("ear/pom.xml"));
    assertThat(groups(EXECUTION, page))
        .hasSizeGreaterThan(1)
        .allMatch(name -> packaging.contains("<id>" + name + "</id>"));
  }

  private static Set<String> groups(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).collect(toSet());
  }

  /** A decision that is superseded says by which other one, in the index, too. */
  @Test
  void everyDecisionHasAStatusAndADateAndIsInTheIndex() throws IOException {
    List<String> index = Files.readAllLines(DECISIONS.resolve("README.md"));
    for (Path file : files(DECISIONS)) {
      String name = file.getFileName().toString();
      if (name.equals("README.md")) {
        continue;
      }
      Matcher decision = DECISION.matcher(Files.readString(file));
      assertThat(decision.matches()).as("%s: number, title, status and date", name).isTrue();
      assertThat(name).matches("0*" + decision.group(1) + "-.*");
      String status = decision.group(3);
      assertThat(status).as(name).matches("accepted(; .+)?|superseded by \\[\\d{4}]\\(.+");
      String entry =
          "- [%s](%s): %s".formatted(name.substring(0, 4), name, decision.group(2))
              + (status.startsWith("superseded") ? " (" + firstClause(status) + ")" : "");
      assertThat(index).contains(entry);
    }
  }

  private static String firstClause(String status) {
    return status.replaceFirst(",.*", "");
  }

  private static boolean isWeb(String link) {
    return link.startsWith("https://") || link.startsWith("http://");
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    int mark = link.indexOf('#');
    String name = mark < 0 ? link : link.substring(0, mark);
    Path target = name.isEmpty() ? page : page.resolveSibling(name);
    return Files.exists(target)
        && (mark < 0 || anchors(Files.readString(target)).contains(link.substring(mark + 1)));
  }

  /** Returns the anchors of a page: its headings, as GitHub and GitLab write them in links. */
  private static Set<String> anchors(String page) {
    Set<String> anchors = new HashSet<>();
    HEADING
        .matcher(BLOCK.matcher(page).replaceAll(""))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'))
        .forEach(
            anchor -> {
              String unique = anchor;
              for (int i = 1; !anchors.add(unique); i++) {
                unique = anchor + "-" + i;
              }
            });
    return anchors;
  }

  /** Returns all pages of the sources. */
  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (Path file : files(ROOT)) {
      if (file.toString().endsWith(".md")) {
        pages.add(file);
      }
    }
    return pages;
  }

  /** Returns the files below a directory that are neither hidden nor built. */
  private static List<Path> files(Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    List<Path> entries;
    try (Stream<Path> listed = Files.list(directory)) {
      entries = listed.sorted().toList();
    }
    for (Path entry : entries) {
      String name = entry.getFileName().toString();
      if (!Files.isDirectory(entry)) {
        files.add(entry);
      } else if (!name.startsWith(".") && !name.equals("target") && !name.equals("data")) {
        files.addAll(files(entry));
      }
    }
    return files;
  }
}
