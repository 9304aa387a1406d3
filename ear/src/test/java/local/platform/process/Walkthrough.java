package local.platform.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A walkthrough of a page: what its reader pastes, and what is shown as the answer.
 *
 * @param steps in the order of the page
 */
record Walkthrough(List<Step> steps) {
  private static final Pattern SECTION =
      Pattern.compile("^## .*?(?=^## |\\z)", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern BLOCK =
      Pattern.compile("^```(.*?)\\R(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  Walkthrough {
    steps = List.copyOf(steps);
  }

  /**
   * One block of commands.
   *
   * @param commands the block
   * @param answer the block after it, which is what the commands print; empty if they print nothing
   */
  record Step(String commands, String answer) {}

  /**
   * Reads a page, or a section of one.
   *
   * @throws IllegalArgumentException if it has blocks that are neither commands nor answers: they
   *     would be checked by nobody
   */
  static Walkthrough in(String page) {
    List<Step> steps = new ArrayList<>();
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
        default -> throw new IllegalArgumentException("neither sh nor json: " + block.group());
      }
    }
    commands.ifPresent(silent -> steps.add(new Step(silent, "")));
    return new Walkthrough(steps);
  }

  /** The block of a section that shows what the server prints. */
  static String printed(String page, String heading) {
    Matcher block = BLOCK.matcher(section(page, heading));
    while (block.find()) {
      if (block.group(1).equals("text")) {
        return block.group(2);
      }
    }
    throw new IllegalArgumentException("nothing printed in " + heading);
  }

  /**
   * The section of a page under a heading.
   *
   * @throws IllegalArgumentException if there is none
   */
  static String section(String page, String heading) {
    return SECTION
        .matcher(page)
        .results()
        .map(found -> found.group())
        .filter(section -> section.startsWith(heading + "\n"))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no section " + heading));
  }
}
