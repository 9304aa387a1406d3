package local.platform.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.Set;

/**
 * Files and directories that only their owner can access: modes 0600 and 0700 if the file system
 * has modes.
 */
public final class PrivateFiles {
  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");

  private static final Set<PosixFilePermission> OTHER_WRITERS =
      PosixFilePermissions.fromString("----w--w-");

  private PrivateFiles() {}

  /**
   * Writes a text to a file, atomically replacing an existing one. The file is never accessible to
   * others.
   */
  public static void write(Path file, String text) throws IOException {
    createDirectories(file.toAbsolutePath().getParent());
    Path temporary = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(temporary);
    try (OutputStream created = create(temporary)) {
      created.write(text.getBytes(UTF_8));
    }
    Files.move(
        temporary, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Creates an empty file, and returns a stream that writes to it even if it is replaced in the
   * meantime.
   *
   * @throws java.nio.file.FileAlreadyExistsException if the name exists, even as a dangling link
   */
  public static OutputStream create(Path file) throws IOException {
    return Channels.newOutputStream(
        Files.newByteChannel(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            mode(file, "rw-------")));
  }

  /** Creates a directory and its parents, as far as they do not exist. */
  public static void createDirectories(Path directory) throws IOException {
    // The check also accepts a link to a directory, which the call below would refuse.
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, mode(directory, "rwx------"));
    }
  }

  /** Removes all rights to a file from everybody but its owner. */
  public static void closeToOthers(Path file) throws IOException {
    if (isOpenToOthers(file)) {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      permissions.removeAll(OTHERS);
      Files.setPosixFilePermissions(file, permissions);
    }
  }

  /** Returns whether anybody but its owner has any right to a file or a directory. */
  public static boolean isOpenToOthers(Path file) throws IOException {
    return hasModes(file) && !Collections.disjoint(Files.getPosixFilePermissions(file), OTHERS);
  }

  /** Returns whether anybody but its owner can write to a file or a directory. */
  public static boolean isWritableByOthers(Path file) throws IOException {
    return hasModes(file)
        && !Collections.disjoint(Files.getPosixFilePermissions(file), OTHER_WRITERS);
  }

  private static FileAttribute<?>[] mode(Path path, String permissions) {
    return hasModes(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean hasModes(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
