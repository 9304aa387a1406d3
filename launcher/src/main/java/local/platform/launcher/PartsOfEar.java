package local.platform.launcher;

import static java.util.stream.Collectors.joining;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * {@code platform.ear} and a Payara Server. On one class path the server needs no OSGi, and the
 * libraries of the EAR are there too, where no deployment scans them for annotations.
 */
final class PartsOfEar extends ServerParts {
  private static final String LIBRARIES = "lib/";

  /** Libraries that an operator adds. Like Payara, this puts them before all others. */
  private static final String ADDED = "glassfish/domains/domain1/lib/ext";

  private static final String VERSION = "glassfish/config/branding/glassfish-version.properties";

  /** The server mentions classes of JSF, so only its services are left out. */
  private static final String FACES = "jakarta.faces.jar";

  private static final String SERVICES = "META-INF/services/";

  private final Path server;

  /** What the build writes: of which version the server is, and which libraries it gets. */
  private final Properties build;

  private final Pattern ofTheServer;

  /**
   * Opens the EAR.
   *
   * @param server the home directory of Payara Server
   * @throws IOException if it cannot be read
   */
  PartsOfEar(Path ear, Path server) throws IOException {
    super(ear);
    this.server = server;
    this.build = new Properties();
    try (InputStream content = PartsOfEar.class.getResourceAsStream("server.properties")) {
      build.load(content);
    }
    this.ofTheServer = Pattern.compile(build.getProperty("libraries"));
  }

  @Override
  void addTo(MessageDigest digest) throws IOException {
    super.addTo(digest);
    for (Path file : serverLibraries()) {
      long modified = Files.getLastModifiedTime(file).toMillis();
      add(file.toString(), Files.size(file), modified, digest);
    }
  }

  @Override
  List<Library> libraries() throws IOException {
    requireVersion();
    Map<String, Library> libraries = new LinkedHashMap<>(); // of one name the first
    for (Path file : jars(ADDED)) {
      add(file, libraries);
    }
    for (ZipEntry entry : Collections.list(zip().entries())) {
      if (isOfTheServer(entry)) {
        libraries.putIfAbsent(fileName(entry), library(entry));
      }
    }
    for (Path file : modules()) {
      add(file, libraries);
    }
    return List.copyOf(libraries.values());
  }

  /** Refuses another server than the one whose parts the product replaces. */
  private void requireVersion() throws IOException {
    Properties branding = new Properties();
    try (InputStream content = Files.newInputStream(server.resolve(VERSION))) {
      branding.load(content);
    }
    String version =
        Stream.of("major_version", "minor_version", "update_version")
            .map(branding::getProperty)
            .collect(joining("."));
    if (!version.equals(build.getProperty("version"))) {
      throw new IOException(
          "the server is of version " + version + " and not " + build.get("version"));
    }
  }

  private static void add(Path file, Map<String, Library> libraries) {
    String name = file.getFileName().toString();
    libraries.putIfAbsent(
        name,
        new Library(
            name, () -> name.equals(FACES) ? withoutServices(file) : Files.newInputStream(file)));
  }

  private boolean isOfTheServer(ZipEntry entry) {
    return entry.getName().startsWith(LIBRARIES)
        && entry.getName().endsWith(".jar")
        && ofTheServer.matcher(fileName(entry)).matches();
  }

  private List<Path> serverLibraries() throws IOException {
    List<Path> files = new ArrayList<>(jars(ADDED));
    files.addAll(modules());
    return files;
  }

  /** Returns what the server would have on class paths of its own or of OSGi, and needs. */
  private List<Path> modules() throws IOException {
    List<PathMatcher> unused =
        Stream.of(build.getProperty("unused").split(",\\s*"))
            .map(pattern -> FileSystems.getDefault().getPathMatcher("glob:" + pattern))
            .toList();
    List<Path> files = new ArrayList<>(jars("h2db/bin"));
    for (Path module : jars("glassfish/modules")) {
      if (unused.stream().noneMatch(pattern -> pattern.matches(module))) {
        files.add(module);
      }
    }
    files.add(server.resolve("glassfish/lib/grizzly-npn-api.jar"));
    return files;
  }

  private List<Path> jars(String directory) throws IOException {
    Path path = server.resolve(directory);
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(path)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  private static InputStream withoutServices(Path jar) throws IOException {
    try (ZipFile from = new ZipFile(jar.toFile())) {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      copy(from, entry -> !entry.getName().startsWith(SERVICES), content);
      return new ByteArrayInputStream(content.toByteArray());
    }
  }

  @Override
  Attributes attributes() {
    // The further options of the JVM are in the domain.
    Attributes attributes = new Attributes();
    attributes.put(Attributes.Name.MAIN_CLASS, PayaraServer.class.getName());
    return attributes;
  }

  @Override
  void writeApplication(Path directory) throws IOException {
    try (OutputStream file = Files.newOutputStream(directory.resolve("application.ear"))) {
      copy(zip(), entry -> !isOfTheServer(entry), file);
    }
  }

  private static void copy(ZipFile from, Predicate<ZipEntry> wanted, OutputStream to)
      throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(to)) {
      for (ZipEntry entry : Collections.list(from.entries())) {
        if (wanted.test(entry)) {
          zip.putNextEntry(new ZipEntry(entry.getName()));
          try (InputStream content = from.getInputStream(entry)) {
            content.transferTo(zip);
          }
          zip.closeEntry();
        }
      }
    }
  }
}
