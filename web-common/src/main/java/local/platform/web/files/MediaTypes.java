package local.platform.web.files;

import java.util.Map;

/** The media types of files, by the ends of their names. */
final class MediaTypes {
  private static final Map<String, String> BY_EXTENSION =
      Map.of(
          "css", "text/css;charset=UTF-8",
          "html", "text/html;charset=UTF-8",
          "js", "text/javascript;charset=UTF-8",
          "json", "application/json",
          "mjs", "text/javascript;charset=UTF-8",
          "svg", "image/svg+xml",
          "txt", "text/plain;charset=UTF-8");

  private MediaTypes() {}

  /**
   * Returns the media type of a resource.
   *
   * @throws IllegalArgumentException if it has none
   */
  static String of(String resource) {
    String type = BY_EXTENSION.get(resource.substring(resource.lastIndexOf('.') + 1));
    if (type == null) {
      throw new IllegalArgumentException(
          "the type of " + resource + " is not known: add it to MediaTypes");
    }
    return type;
  }
}
