package local.platform.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands of a page, and what it shows as their output.
 *
 * @param steps in the order of the page
 * @param printed what the page shows as output of the server
 */
record Walkthrough(List<Step> steps, List<String> printed) {
  private static final Pattern BLOCK =
      Pattern.compile("^```(.*?)\\R(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  Walkthrough {
    steps = List.copyOf(steps);
    printed = List.copyOf(printed);
  }

  /**
   * One block of commands.
   *
   * @param commands the block
   * @param answer the block after it, which is the output of the commands; empty if there is none
   */
  record Step(String commands, String answer) {}

  /**
   * Reads a page, or a section of one.
   *
   * @throws IllegalArgumentException if it has other blocks, which nothing would check
   */
  static Walkthrough in(String page) {
    List<Step> steps = new ArrayList<>();
    List<String> printed = new ArrayList<>();
    Optional<String> commands = Optional.empty();
    Matcher block = BLOCK.matcher(page);
    while (block.find()) {
      String text = block.group(2);
      switch (block.group(1)) {
        case "sh" -> {
          commands.ifPresent(silent -> steps.add(new Step(silent, "")));
          commands = Optional.of(text);
        }
        case "json" -> {
          String answered =
              commands.orElseThrow(() -> new IllegalArgumentException("answers nothing: " + text));
          steps.add(new Step(answered, text));
          commands = Optional.empty();
        }
        case "text" -> printed.add(text);
        default -> throw new IllegalArgumentException("unknown block: " + block.group());
      }
    }
    commands.ifPresent(silent -> steps.add(new Step(silent, "")));
    return new Walkthrough(steps, printed);
  }

  /**
   * Returns the section of a page under a heading, up to the next heading of its level or above.
   *
   * @throws IllegalArgumentException if there is none
   */
  static String section(String page, String heading) {
    int level = heading.indexOf(' ');
    String pattern = "^" + Pattern.quote(heading) + "\\R.*?(?=^#{2," + level + "} |\\z)";
    return Pattern.compile(pattern, Pattern.MULTILINE | Pattern.DOTALL)
        .matcher(page)
        .results()
        .map(found -> found.group())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no section " + heading));
  }
}
