package local.platform.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** {@code platform.jar}, which has the application server and the application within it. */
final class PartsOfJar extends ServerParts {
  private static final List<String> LIBRARIES = List.of("MICRO-INF/runtime/", "MICRO-INF/lib/");

  /**
   * Opens the jar.
   *
   * @throws IOException if it cannot be read
   */
  PartsOfJar(Path jar) throws IOException {
    super(jar);
  }

  @Override
  List<Library> libraries() {
    return Collections.list(zip().entries()).stream()
        .filter(PartsOfJar::isLibrary)
        .sorted(Comparator.comparing(ZipEntry::getName))
        .map(this::library)
        .toList();
  }

  private static boolean isLibrary(ZipEntry entry) {
    return !entry.isDirectory() && LIBRARIES.stream().anyMatch(entry.getName()::startsWith);
  }

  @Override
  Attributes attributes() throws IOException {
    Attributes original;
    try (InputStream content = zip().getInputStream(zip().getEntry("META-INF/MANIFEST.MF"))) {
      original = new Manifest(content).getMainAttributes();
    }
    Attributes attributes = new Attributes();
    for (String name : List.of("Main-Class", "Add-Exports", "Add-Opens", "Enable-Native-Access")) {
      attributes.putValue(name, original.getValue(name));
    }
    return attributes;
  }

  @Override
  void writeApplication(Path directory) {
    // Payara Micro deploys it from platform.jar.
  }
}
