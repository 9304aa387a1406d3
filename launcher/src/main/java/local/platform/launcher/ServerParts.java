package local.platform.launcher;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.List;
import java.util.jar.Attributes;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** What a server is started from: the archive of the product, and the application server. */
abstract class ServerParts implements Closeable {
  /** The content of a library. */
  interface Content {
    /**
     * Opens the content.
     *
     * @throws IOException if it cannot be read
     */
    InputStream open() throws IOException;
  }

  /**
   * A file that belongs on the class path of the server: a jar, or what it reads as a resource.
   *
   * @param name the name of the file
   * @param content what is in it
   */
  record Library(String name, Content content) {
    boolean isJar() {
      return name.endsWith(".jar");
    }
  }

  private final Path archive;
  private final ZipFile zip;

  /**
   * Opens the archive.
   *
   * @throws IOException if it cannot be read
   */
  ServerParts(Path archive) throws IOException {
    this.archive = archive.toAbsolutePath().normalize();
    this.zip = new ZipFile(this.archive.toFile());
  }

  /** Returns the path of the archive. Its root has the classes of this package. */
  final Path archive() {
    return archive;
  }

  final ZipFile zip() {
    return zip;
  }

  /**
   * Adds to a digest what changes when one of the parts does.
   *
   * @throws IOException if a part cannot be read
   */
  void addTo(MessageDigest digest) throws IOException {
    for (ZipEntry entry : Collections.list(zip.entries())) {
      add(entry.getName(), entry.getSize(), entry.getCrc(), digest);
    }
  }

  static void add(String name, long size, long version, MessageDigest digest) {
    digest.update(name.getBytes(StandardCharsets.UTF_8));
    digest.update(ByteBuffer.allocate(16).putLong(size).putLong(version).flip());
  }

  /**
   * Returns the libraries of the server, in the order of the class path.
   *
   * @throws IOException if there is one that cannot be read
   */
  abstract List<Library> libraries() throws IOException;

  /**
   * Returns the attributes of the manifest with which the JVM starts the server.
   *
   * @throws IOException if they cannot be read
   */
  abstract Attributes attributes() throws IOException;

  /**
   * Writes what is deployed, unless it is deployed from the archive.
   *
   * @param directory where to
   * @throws IOException if it cannot be written
   */
  abstract void writeApplication(Path directory) throws IOException;

  final Library library(ZipEntry entry) {
    return new Library(fileName(entry), () -> zip.getInputStream(entry));
  }

  static String fileName(ZipEntry entry) {
    return entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
  }

  @Override
  public final void close() throws IOException {
    zip.close();
  }
}
