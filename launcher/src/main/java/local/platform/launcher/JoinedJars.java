package local.platform.launcher;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Jars of a class path, joined into few. For whatever a class loader does not find, and for each
 * kind of service, it asks every jar of its class path; with hundreds of them, that was a tenth of
 * the work of a start.
 *
 * <p>A class loader finds the same classes and resources in them, and in the same order. Of classes
 * with the same name the first is kept. Files of which all are read, like those of services, are
 * put one after the other. A jar that has another resource of the same name as one before it begins
 * the next joined jar, so that both can still be found; equal ones are found once. From
 * multi-release jars it takes what is for this JDK (JEP 238). What describes a jar itself is left
 * out: its signature and its manifest, and so the versions of packages.
 */
final class JoinedJars implements Closeable {
  /** Directories of files that are read from all jars, as lists. */
  private static final List<String> LISTS =
      List.of(
          "META-INF/services/",
          "META-INF/hk2-locator/",
          "META-INF/loggerinfo/",
          "META-INF/logmessages/");

  private static final Pattern OF_THE_JAR_ITSELF =
      Pattern.compile(
          "META-INF/(MANIFEST[.]MF|INDEX[.]LIST|[^/]+[.](SF|RSA|DSA|EC))|module-info[.]class");

  /** Files for people, of which the first is kept. */
  private static final Pattern DOCUMENT =
      Pattern.compile("META-INF/(maven/.*|[^/]*(LICENSE|NOTICE|DEPENDENCIES)[^/]*)");

  private static final int BUFFER = 1 << 20;

  private final Path directory;
  private final List<String> names = new ArrayList<>();

  /** The checksums of what is in the current jar. */
  private final Map<String, Long> checksums = new HashMap<>();

  private final Map<String, ByteArrayOutputStream> lists = new LinkedHashMap<>();
  private @Nullable ZipOutputStream current;

  /**
   * Joins jars.
   *
   * @param directory where to write the joined ones
   */
  JoinedJars(Path directory) {
    this.directory = directory;
  }

  /**
   * Adds a jar to the end of the class path.
   *
   * @throws IOException if it cannot be read, or the joined one not be written
   */
  void add(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile(), false, ZipFile.OPEN_READ, Runtime.version())) {
      List<JarEntry> entries =
          jar.versionedStream()
              .filter(entry -> !OF_THE_JAR_ITSELF.matcher(entry.getName()).matches())
              .toList();
      ZipOutputStream joined =
          current == null || entries.stream().anyMatch(this::differs) ? begin() : current;
      for (JarEntry entry : entries) {
        try (InputStream content = jar.getInputStream(entry)) {
          add(entry, content, joined);
        }
      }
    }
  }

  /** Returns whether it is a resource of which the current jar has one with other content. */
  private boolean differs(ZipEntry entry) {
    String name = entry.getName();
    return !name.endsWith(".class")
        && !isList(name)
        && !DOCUMENT.matcher(name).matches()
        && checksums.getOrDefault(name, entry.getCrc()) != entry.getCrc();
  }

  private ZipOutputStream begin() throws IOException {
    close();
    String name = String.format(Locale.ROOT, "libraries-%02d.jar", names.size() + 1);
    names.add(name);
    ZipOutputStream joined =
        new ZipOutputStream(
            new BufferedOutputStream(Files.newOutputStream(directory.resolve(name)), BUFFER));
    current = joined;
    return joined;
  }

  private void add(ZipEntry entry, InputStream content, ZipOutputStream joined) throws IOException {
    String name = entry.getName();
    if (isList(name)) {
      ByteArrayOutputStream list = lists.computeIfAbsent(name, key -> new ByteArrayOutputStream());
      content.transferTo(list);
      list.write('\n');
    } else if (checksums.putIfAbsent(name, entry.getCrc()) == null) {
      ZipEntry stored = new ZipEntry(name);
      stored.setMethod(ZipEntry.STORED);
      stored.setSize(entry.getSize());
      stored.setCrc(entry.getCrc());
      joined.putNextEntry(stored);
      content.transferTo(joined);
      joined.closeEntry();
    }
  }

  private static boolean isList(String name) {
    return !name.endsWith("/") && LISTS.stream().anyMatch(name::startsWith);
  }

  /** Completes the current joined jar. */
  @Override
  public void close() throws IOException {
    if (current == null) {
      return;
    }
    try (ZipOutputStream jar = current) {
      for (Map.Entry<String, ByteArrayOutputStream> list : lists.entrySet()) {
        jar.putNextEntry(new ZipEntry(list.getKey()));
        list.getValue().writeTo(jar);
        jar.closeEntry();
      }
    }
    current = null;
    checksums.clear();
    lists.clear();
  }

  /** Returns the names of the joined jars, in the order of the class path. */
  List<String> names() {
    return List.copyOf(names);
  }
}
