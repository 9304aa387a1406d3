package local.platform.web.root;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import local.platform.foundation.digest.Sha256;
import local.platform.web.files.FileSet;

/**
 * The console: pages on which people see and change what the API has. Its files are those of the
 * module {@code web-console}; without it there is no console (ADR 63).
 */
public final class Console {
  /** The path of the page. */
  public static final String PATH = "/console/";

  private static final String LIST = "/console/files.txt";
  private static final String INDEX = "index.html";

  /** What the page has in the place of the path of its files. */
  private static final String FILES = "{files}";

  /** Enough of a digest to tell two versions of the files apart. */
  private static final int DIGITS = 20;

  /**
   * The page loads what is below its own origin, and nothing can be put into it: neither scripts
   * nor styles nor HTML, for which there is no policy of Trusted Types.
   */
  private static final String POLICY =
      String.join(
          "; ",
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "img-src 'self'",
          "connect-src 'self'",
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types 'none'");

  /** A quality of zero, which refuses a type (RFC 9110, section 12.4.2). */
  private static final Pattern NONE = Pattern.compile(".*;\\s*q=0(?:\\.0*)?\\s*");

  /** The files of the product, which are read once: both who serves and who lists them asks. */
  private static final class Product {
    static final List<FileSet> FILES = files(Console::read);
  }

  private Console() {}

  /**
   * Returns the files of the console; none if its module is not there. All but the page are below a
   * path with the digest of all files, so that browsers keep them until one changes.
   *
   * @throws ExceptionInInitializerError if they cannot be read
   */
  public static List<FileSet> files() {
    return Product.FILES;
  }

  /**
   * Returns the files of a console.
   *
   * @param read reads a resource; empty if there is none
   */
  static List<FileSet> files(Function<String, Optional<byte[]>> read) {
    Optional<byte[]> list = read.apply(LIST);
    if (list.isEmpty()) {
      return List.of();
    }
    List<String> names =
        new String(list.get(), StandardCharsets.UTF_8)
            .lines()
            .filter(name -> !name.isEmpty())
            .sorted()
            .toList();
    String below = PATH + digest(names, read);
    FileSet page =
        FileSet.of(Map.of("/console", PATH + INDEX, PATH, PATH + INDEX)).replacing(FILES, below);
    FileSet others =
        FileSet.of(
                names.stream()
                    .filter(name -> !name.equals(INDEX))
                    .collect(Collectors.toMap(name -> below + "/" + name, name -> PATH + name)))
            .with("Cache-Control", "public, max-age=31536000, immutable");
    return List.of(guarded(page), guarded(others));
  }

  /**
   * Returns whether a client asks for a page, by its {@code Accept}: it names HTML, as browsers do
   * and clients of an API do not.
   */
  static boolean isAskedFor(List<String> accept) {
    return accept.stream()
        .flatMap(header -> List.of(header.split(",", -1)).stream())
        .map(type -> type.strip().toLowerCase(Locale.ROOT))
        .anyMatch(
            type ->
                type.split(";", 2)[0].strip().equals("text/html") && !NONE.matcher(type).matches());
  }

  private static FileSet guarded(FileSet files) {
    return files
        .with("Content-Security-Policy", POLICY)
        .with("Referrer-Policy", "no-referrer")
        .with("Cross-Origin-Opener-Policy", "same-origin");
  }

  private static String digest(List<String> names, Function<String, Optional<byte[]>> read) {
    MessageDigest digest = Sha256.begin();
    for (String name : names) {
      byte[] content =
          read.apply(PATH + name)
              .orElseThrow(() -> new IllegalStateException(LIST + " names " + name));
      digest.update((name + "\n" + content.length + "\n").getBytes(StandardCharsets.UTF_8));
      digest.update(content);
    }
    return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
  }

  private static Optional<byte[]> read(String resource) {
    try (InputStream in = Console.class.getResourceAsStream(resource)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(resource, e);
    }
  }
}
