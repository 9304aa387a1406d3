package local.platform.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Writes files that only their owner may read: mode 0600 where the file system has modes. */
public final class PrivateFiles {
  private PrivateFiles() {}

  /**
   * Writes a text, replacing the file if it exists. A reader sees the old content or the new, and
   * at no time is it open to others.
   */
  public static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Path temporary = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(temporary);
    Files.createFile(temporary, ownerOnly(file));
    Files.writeString(temporary, text, StandardOpenOption.WRITE);
    Files.move(
        temporary, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  private static FileAttribute<?>[] ownerOnly(Path file) {
    Set<String> views = file.getFileSystem().supportedFileAttributeViews();
    return views.contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
