package local.platform.web.files;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Files that are served with the same header fields.
 *
 * @param resources the resources of the module, with a leading slash, by the paths at which they
 *     are served
 * @param headers what is sent with each of them, besides what {@link StaticFiles} sends with every
 *     file
 * @param replacements texts that are sent in the place of others, which are in the resources
 */
public record FileSet(
    Map<String, String> resources, Map<String, String> headers, Map<String, String> replacements) {
  /**
   * Creates a set of files.
   *
   * @throws IllegalArgumentException if the type of a resource cannot be told by its name
   */
  public FileSet {
    resources = Map.copyOf(resources);
    headers = Map.copyOf(headers);
    replacements = Map.copyOf(replacements);
    resources.values().forEach(MediaTypes::of);
  }

  /** Returns a set of files without header fields of its own. */
  public static FileSet of(Map<String, String> resources) {
    return new FileSet(resources, Map.of(), Map.of());
  }

  /** Returns the same files with one more header field, or with another value of it. */
  public FileSet with(String header, String value) {
    return new FileSet(resources, and(headers, header, value), replacements);
  }

  /** Returns the same files, in which a text has the place of another one. */
  public FileSet replacing(String text, String by) {
    return new FileSet(resources, headers, and(replacements, text, by));
  }

  private static Map<String, String> and(Map<String, String> map, String key, String value) {
    Map<String, String> more = new TreeMap<>(map);
    more.put(key, value);
    return more;
  }

  /** Returns the paths of all files of some sets. */
  public static Set<String> paths(Collection<FileSet> sets) {
    return sets.stream()
        .flatMap(set -> set.resources().keySet().stream())
        .collect(Collectors.toUnmodifiableSet());
  }
}
