package local.platform.registry.name;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import local.platform.foundation.uid.Uid;

/**
 * The path of a repo in the hierarchy, from which its pull name is computed.
 *
 * @param namespace the namespace of its organization; empty if it has none
 * @param folders the groups between the organization and the repo, from the top down
 * @param repo uid of the repo
 * @param name name of the repo
 */
public record RepoPath(Optional<String> namespace, List<Folder> folders, Uid repo, String name) {
  /** Longest pull name, in characters; that of a stock registry. */
  public static final int MAX_LENGTH = 255;

  private static final String SEPARATOR = "/";

  /** A component of a path in a registry. */
  private static final Pattern COMPONENT =
      Pattern.compile("[a-z0-9]+(?:(?:\\.|_|__|-++)[a-z0-9]+)*+");

  private static final Pattern PULL_NAME = Pattern.compile("[a-z0-9._/-]{1," + MAX_LENGTH + "}");
  private static final Pattern SEGMENT = Pattern.compile("[0-9a-f]{16}");

  public RepoPath {
    folders = List.copyOf(folders);
  }

  /**
   * A group between an organization and a repo.
   *
   * @param uid its uid
   * @param name its name
   * @param isAlone whether no other group with the same parent has this name
   */
  public record Folder(Uid uid, String name, boolean isAlone) {}

  /** Returns the pull name, made of names where they are usable, and of uids where not. */
  public String pullName() {
    return with(isUsable(name) ? name : lastSegment(repo));
  }

  /**
   * Returns the pull name for the case that another repo has {@link #pullName} already, which only
   * renaming can cause: it ends with the last segment of the uid, which no other repo has.
   */
  public String distinctPullName() {
    return with(lastSegment(repo));
  }

  private String with(String last) {
    List<String> components = new ArrayList<>();
    components.add(namespace.orElse(repo.root().value()));
    folders.forEach(
        folder ->
            components.add(
                folder.isAlone() && isUsable(folder.name())
                    ? folder.name()
                    : lastSegment(folder.uid())));
    components.add(last);
    return String.join(SEPARATOR, components);
  }

  /** Returns whether a text consists of the characters of pull names, and is not too long. */
  public static boolean mayBePullName(String text) {
    return PULL_NAME.matcher(text).matches();
  }

  /** Returns whether a text is a component of a path in a registry. */
  static boolean isComponent(String text) {
    return COMPONENT.matcher(text).matches();
  }

  /** Returns whether a name can stand for a group or repo: it cannot be taken for a uid. */
  private static boolean isUsable(String name) {
    return isComponent(name) && !SEGMENT.matcher(name).matches();
  }

  private static String lastSegment(Uid uid) {
    return uid.value().substring(uid.value().lastIndexOf(SEPARATOR) + 1);
  }
}
