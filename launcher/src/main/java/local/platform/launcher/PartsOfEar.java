package local.platform.launcher;

import static java.util.stream.Collectors.toSet;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.jar.Attributes;
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

  /** Libraries that stay in the EAR: our own, and the JSON provider, which extends the server's. */
  private static final List<String> OF_THE_APPLICATION = List.of("platform-", "jackson-");

  /** Patterns of the paths of what the product leaves out of the server; the build writes them. */
  private static final String UNUSED = "unused-libraries.txt";

  /** The server mentions classes of JSF, so only its services are left out. */
  private static final String FACES = "jakarta.faces.jar";

  private static final String SERVICES = "META-INF/services/";

  private final Path server;

  /**
   * Opens the EAR.
   *
   * @param server the home directory of Payara Server
   * @throws IOException if it cannot be read
   */
  PartsOfEar(Path ear, Path server) throws IOException {
    super(ear);
    this.server = server;
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
    List<Library> libraries = new ArrayList<>();
    entries().filter(PartsOfEar::isLibrary).map(this::library).forEach(libraries::add);
    Set<String> ours = libraries.stream().map(Library::name).collect(toSet());
    for (Path file : serverLibraries()) {
      String name = file.getFileName().toString();
      if (!ours.contains(name)) {
        libraries.add(
            new Library(
                name,
                () -> name.equals(FACES) ? withoutServices(file) : Files.newInputStream(file)));
      }
    }
    return libraries;
  }

  private Stream<? extends ZipEntry> entries() {
    return Collections.list(zip().entries()).stream();
  }

  private static boolean isLibrary(ZipEntry entry) {
    return entry.getName().startsWith(LIBRARIES)
        && entry.getName().endsWith(".jar")
        && OF_THE_APPLICATION.stream().noneMatch(fileName(entry)::startsWith);
  }

  /** Returns what the server would have on class paths of its own or of OSGi. */
  private List<Path> serverLibraries() throws IOException {
    Predicate<Path> unused = unused();
    List<Path> files = new ArrayList<>();
    for (String directory :
        List.of("glassfish/domains/domain1/lib/ext", "h2db/bin", "glassfish/modules")) {
      jars(server.resolve(directory)).stream().filter(unused.negate()).forEach(files::add);
    }
    files.add(server.resolve("glassfish/lib/grizzly-npn-api.jar"));
    return files;
  }

  private static List<Path> jars(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  private static Predicate<Path> unused() throws IOException {
    try (InputStream list = PartsOfEar.class.getResourceAsStream(UNUSED)) {
      String patterns = new String(list.readAllBytes(), StandardCharsets.UTF_8).strip();
      List<PathMatcher> matchers =
          Stream.of(patterns.split(",\\s*"))
              .map(pattern -> FileSystems.getDefault().getPathMatcher("glob:" + pattern))
              .toList();
      return file -> matchers.stream().anyMatch(matcher -> matcher.matches(file));
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
      copy(zip(), entry -> !isLibrary(entry), file);
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
