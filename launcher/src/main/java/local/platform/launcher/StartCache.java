package local.platform.launcher;

import static java.nio.file.attribute.PosixFilePermission.GROUP_WRITE;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_WRITE;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/**
 * What makes a start of a server fast, in the directory {@code cache} of the data directory: the
 * libraries of the server, in few jars on one class path, and an archive of their classes, which
 * the JVM maps into memory instead of parsing and verifying them.
 *
 * <p>The JVM archives only classes that its own class loader finds on the class path. So the server
 * has to be started by other options than {@code -jar platform.jar}, or those of Payara Server;
 * they are in the file {@code java-options}. The archive is made beside the first server that is
 * started by them, see {@link ClassArchive}.
 *
 * <p>The content belongs to one archive of the product, one application server and one JDK.
 * Whatever does not fit them is deleted and made anew.
 */
final class StartCache {
  /** The system property with the directory from which the server was started. */
  private static final String PROPERTY = "local.platform.launcher.cache";

  /** It prints a warning when {@code sun.misc.Unsafe} accesses memory (JEP 498). */
  private static final int JDK_THAT_WARNS_OF_UNSAFE = 24;

  /**
   * Keeps C2 from compiling a method that it has compiled already into each of its callers, unless
   * it is small: it has at most 500 bytes of machine code, where the default is 2,500. With the
   * default, C2 is behind for most of the first minute under load, since a request passes hundreds
   * of methods of the application server.
   */
  private static final String LESS_INLINING = "-XX:InlineSmallCode=500";

  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");

  /** The list of the files in a directory, with their sizes. */
  private static final String CONTENT = "content";

  /** The last line of that list, without which it was not written to its end. */
  private static final String END = ".";

  private final ServerParts parts;
  private final Path root;

  private StartCache(ServerParts parts, Path root) {
    this.parts = parts;
    this.root = root;
  }

  /**
   * Returns the cache of a server.
   *
   * @param parts what the server is started from
   * @param environment the server's environment variables
   */
  static StartCache of(ServerParts parts, Map<String, String> environment) {
    String data = environment.getOrDefault("PLATFORM_DATA_DIR", "");
    return new StartCache(
        parts,
        Path.of(data.isEmpty() ? "./data" : data).toAbsolutePath().normalize().resolve("cache"));
  }

  /**
   * Unpacks the libraries unless that was done before, and writes the Java options.
   *
   * @param given the options that Java will get besides these; empty if they are not known
   * @throws IOException if the archive cannot be read, the data directory cannot be written, or
   *     others than its owner can write to it
   */
  void prepare(Optional<List<String>> given) throws IOException {
    makePrivate();
    Path directory = root.resolve(key());
    if (!isComplete(directory)) {
      deleteAll();
      try {
        Path aside = Files.createTempDirectory(root, "new-");
        unpack(aside);
        Files.writeString(aside.resolve(CONTENT), content(aside));
        Files.move(aside, directory, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        deleteAll(); // the disk may be full
        throw e;
      }
    }
    writeOptions(directory, given);
  }

  /**
   * Makes the directories, and ensures that nobody else can change what is in them: the server
   * executes it.
   */
  private void makePrivate() throws IOException {
    if (!root.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createDirectories(root);
      return; // there are no modes, as on Windows
    }
    Files.createDirectories(root, PosixFilePermissions.asFileAttribute(PRIVATE));
    Set<PosixFilePermission> others = EnumSet.of(GROUP_WRITE, OTHERS_WRITE);
    if (!Collections.disjoint(Files.getPosixFilePermissions(root.getParent()), others)) {
      throw new IOException("others can write to " + root.getParent());
    }
    Files.setPosixFilePermissions(root, PRIVATE); // fails if the directory is another user's
  }

  /**
   * Returns a digest of the parts and the JDK. The path and the time of the archive are part of it,
   * because the JVM refuses an archive of classes whose class path has changed.
   */
  private String key() throws IOException {
    MessageDigest digest = sha256();
    for (String fact :
        List.of(
            parts.archive().toString(),
            Files.getLastModifiedTime(parts.archive()).toString(),
            System.getProperty("java.home"),
            System.getProperty("java.vm.name"),
            System.getProperty("java.vm.version"))) {
      digest.update(fact.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
    }
    parts.addTo(digest);
    return HexFormat.of().formatHex(digest.digest(), 0, 16);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  /** Returns whether all that was unpacked is still there, and as long as it was. */
  private static boolean isComplete(Path directory) throws IOException {
    Path list = directory.resolve(CONTENT);
    if (!Files.isRegularFile(list)) {
      return false;
    }
    for (String line : Files.readAllLines(list, StandardCharsets.ISO_8859_1)) {
      if (line.equals(END)) {
        return true;
      }
      if (line.indexOf(0) >= 0
          || !line.equals(contentLine(directory.resolve(line.substring(line.indexOf(' ') + 1))))) {
        return false;
      }
    }
    return false;
  }

  private static String content(Path directory) throws IOException {
    StringBuilder lines = new StringBuilder();
    try (var files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        lines.append(contentLine(file)).append('\n');
      }
    }
    return lines.append(END).toString();
  }

  private static String contentLine(Path file) throws IOException {
    return (Files.exists(file) ? Files.size(file) : 0) + " " + file.getFileName();
  }

  private void unpack(Path directory) throws IOException {
    Set<Path> jars = new LinkedHashSet<>();
    List<ServerParts.Library> resources = new ArrayList<>();
    for (ServerParts.Library library : parts.libraries()) {
      if (library.isJar()) {
        Path jar = directory.resolve(library.name());
        try (InputStream content = library.content().open()) {
          Files.copy(content, jar);
        }
        jars.add(jar);
      } else {
        resources.add(library);
      }
    }
    JoinedJars joined = new JoinedJars(directory);
    try (joined) {
      for (Path jar : inOrder(jars)) {
        joined.add(jar);
        Files.delete(jar);
      }
    }
    List<String> classPath = new ArrayList<>(joined.names());
    // Relative, because the JVM does not find absolute ones when it makes or checks its archive.
    classPath.add(encoded(directory.relativize(parts.archive())));
    try (OutputStream file = Files.newOutputStream(serverJar(directory));
        JarOutputStream jar = new JarOutputStream(file, manifest(classPath))) {
      // The server looks for its resource adapters at the root of the class path.
      for (ServerParts.Library resource : resources) {
        jar.putNextEntry(new ZipEntry(resource.name()));
        try (InputStream content = resource.content().open()) {
          content.transferTo(jar);
        }
        jar.closeEntry();
      }
    }
    parts.writeApplication(directory);
  }

  /**
   * Returns jars in the order in which a class loader comes to them: each is followed by those that
   * the class path in its manifest names.
   */
  private static Set<Path> inOrder(Set<Path> jars) throws IOException {
    Set<Path> ordered = new LinkedHashSet<>();
    Deque<Path> next = new ArrayDeque<>(jars);
    while (!next.isEmpty()) {
      Path jar = next.pop();
      if (jars.contains(jar) && ordered.add(jar)) {
        List<String> named = new ArrayList<>(classPath(jar));
        Collections.reverse(named);
        named.forEach(name -> next.push(jar.resolveSibling(name)));
      }
    }
    return ordered;
  }

  private static List<String> classPath(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile(), false)) {
      Manifest manifest = file.getManifest();
      String path =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      return path == null ? List.of() : List.of(path.trim().split(" +"));
    }
  }

  /** Encodes a path as a relative URL, since a space would end it in the manifest. */
  private static String encoded(Path path) {
    try {
      String separated = path.toString().replace(File.separatorChar, '/');
      return new URI(null, null, separated, null).toASCIIString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e); // every path can be encoded
    }
  }

  private Manifest manifest(List<String> classPath) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putAll(parts.attributes());
    attributes.put(Attributes.Name.CLASS_PATH, String.join(" ", classPath));
    return manifest;
  }

  private void writeOptions(Path directory, Optional<List<String>> given) throws IOException {
    ClassArchive classes = new ClassArchive(directory);
    List<String> options = new ArrayList<>(classes.options());
    options.add(LESS_INLINING);
    int processors = Runtime.getRuntime().availableProcessors();
    given.ifPresent(others -> options.addAll(MemoryOptions.with(others, processors)));
    if (Runtime.version().feature() >= JDK_THAT_WARNS_OF_UNSAFE) {
      options.add("--sun-misc-unsafe-memory-access=allow"); // protobuf uses it
    }
    options.add("-D" + PROPERTY + "=" + directory);
    options.add("-jar");
    options.add(serverJar(directory).toString());
    Path aside = Files.createTempFile(root, "java-options-", "");
    // The java command reads it as it reads its command line.
    Charset charset = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
    Files.write(aside, options.stream().map(StartCache::quoted).toList(), charset);
    Files.move(aside, root.resolve("java-options"), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Quotes an argument as the java command reads it in a file. */
  private static String quoted(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Deletes what belongs to other servers or JDKs, and what is damaged or was not completed. */
  private void deleteAll() throws IOException {
    try (var all = Files.walk(root)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        if (!path.equals(root)) {
          Files.deleteIfExists(path);
        }
      }
    }
  }

  /** Returns the jar in a cache from which the server is started. */
  static Path serverJar(Path directory) {
    return directory.resolve("server.jar");
  }

  /** Returns the directory from which this server was started, if any. */
  static Optional<Path> ofThisServer() {
    return Optional.ofNullable(System.getProperty(PROPERTY)).map(Path::of);
  }
}
