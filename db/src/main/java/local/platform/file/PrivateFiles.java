package local.platform.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files and directories that are their owner's alone: modes 0600 and 0700 where the file system has
 * modes.
 */
public final class PrivateFiles {
  private PrivateFiles() {}

  /**
   * Writes a text, replacing the file if it exists. A reader sees the old content or the new, and
   * at no time is it open to others.
   */
  public static void write(Path file, String text) throws IOException {
    createDirectories(file.toAbsolutePath().getParent());
    Path temporary = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(temporary);
    Files.createFile(temporary, mode(file, "rw-------"));
    Files.writeString(temporary, text, StandardOpenOption.WRITE);
    Files.move(
        temporary, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Creates a directory with all above it, as far as they do not exist. */
  public static void createDirectories(Path directory) throws IOException {
    Files.createDirectories(directory, mode(directory, "rwx------"));
  }

  private static FileAttribute<?>[] mode(Path path, String permissions) {
    Set<String> views = path.getFileSystem().supportedFileAttributeViews();
    return views.contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
