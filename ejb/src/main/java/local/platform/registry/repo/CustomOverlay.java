package local.platform.registry.repo;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Additions to the images of a repo. The server stores this setting, but builds nothing.
 *
 * @param contents packages and where they come from
 * @param environment environment variables by name
 * @param annotations annotations by key
 * @param accounts users and groups
 * @param certificates certificates
 */
public record CustomOverlay(
    ImageContents contents,
    Map<String, String> environment,
    Map<String, String> annotations,
    Accounts accounts,
    Certificates certificates) {
  /** An overlay that adds nothing. */
  public static final CustomOverlay EMPTY =
      new CustomOverlay(
          ImageContents.EMPTY, Map.of(), Map.of(), Accounts.EMPTY, Certificates.EMPTY);

  public CustomOverlay {
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    annotations = Collections.unmodifiableMap(new TreeMap<>(annotations));
  }

  /**
   * Packages and where they come from.
   *
   * @param packages names of packages
   * @param runtimeRepositories addresses of repositories of packages
   * @param runtimeKeyring keys of these repositories
   */
  public record ImageContents(
      List<String> packages, List<String> runtimeRepositories, List<NamedContent> runtimeKeyring) {
    /** No packages. */
    public static final ImageContents EMPTY = new ImageContents(List.of(), List.of(), List.of());

    public ImageContents {
      packages = List.copyOf(packages);
      runtimeRepositories = List.copyOf(runtimeRepositories);
      runtimeKeyring = List.copyOf(runtimeKeyring);
    }
  }

  /**
   * A file: a key or a certificate.
   *
   * @param name its name without a directory
   * @param content its text
   */
  public record NamedContent(String name, String content) {}

  /**
   * Users and groups.
   *
   * @param runAs the user that the image runs as, empty for none
   * @param users further users
   * @param groups further groups
   */
  public record Accounts(String runAs, List<User> users, List<UserGroup> groups) {
    /** No users and groups. */
    public static final Accounts EMPTY = new Accounts("", List.of(), List.of());

    public Accounts {
      users = List.copyOf(users);
      groups = List.copyOf(groups);
    }
  }

  /**
   * A user.
   *
   * @param name its name
   * @param uid its number
   * @param gid number of its group; empty if none is given
   * @param groupName name of its group, empty for none
   * @param shell its shell, empty for none
   * @param homeDir its home directory, empty for none
   */
  public record User(
      String name,
      int uid,
      Optional<Integer> gid,
      String groupName,
      String shell,
      String homeDir) {}

  /**
   * A group of users.
   *
   * @param name its name
   * @param gid its number
   * @param members names of its members
   */
  public record UserGroup(String name, int gid, List<String> members) {
    public UserGroup {
      members = List.copyOf(members);
    }
  }

  /**
   * Certificates.
   *
   * @param additional further certificates
   * @param providers names of what uses them
   */
  public record Certificates(List<NamedContent> additional, List<String> providers) {
    /** No certificates. */
    public static final Certificates EMPTY = new Certificates(List.of(), List.of());

    public Certificates {
      additional = List.copyOf(additional);
      providers = List.copyOf(providers);
    }
  }
}
