package local.platform.web.root;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.web.files.FileSet;

/** The files of the console as its module has them, on which this one does not depend. */
public final class ConsoleSources {
  private static final Path RESOURCES = Path.of("../web-console/src/main/resources");
  private static final String CONSOLE = "/console/";

  private ConsoleSources() {}

  /** Returns the files; none if the module is not there. */
  public static List<FileSet> files() throws IOException {
    Path directory = RESOURCES.resolve("console");
    Map<String, byte[]> resources = new HashMap<>();
    if (Files.isDirectory(directory)) {
      try (Stream<Path> files = Files.walk(directory)) {
        files
            .filter(Files::isRegularFile)
            .forEach(file -> resources.put(name(directory, file), read(file)));
      }
      resources.put(CONSOLE + "files.txt", list(resources));
    }
    return Console.files(name -> Optional.ofNullable(resources.get(name)));
  }

  private static String name(Path directory, Path file) {
    return CONSOLE + directory.relativize(file).toString().replace('\\', '/');
  }

  private static byte[] list(Map<String, byte[]> resources) {
    return resources.keySet().stream()
        .map(name -> name.substring(CONSOLE.length()))
        .collect(Collectors.joining("\n"))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
