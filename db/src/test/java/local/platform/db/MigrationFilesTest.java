package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationFilesTest {
  private static final List<String> NAMES =
      List.of(
          "db/migration/h2/",
          "db/migration/h2/V0002__second.sql",
          "db/migration/h2/V0012__twelfth.sql",
          "db/migration/h2/V0099__notes.txt",
          "db/migration/h2/later/V0098__other.sql",
          "db/migration/h22/V0097__other.sql");

  @TempDir private Path directory;

  @Test
  void aDirectoryHasANewestMigration() throws IOException {
    for (String name : NAMES) {
      Path file = directory.resolve(name);
      if (name.endsWith("/")) {
        Files.createDirectories(file);
      } else {
        Files.createDirectories(file.getParent());
        Files.createFile(file);
      }
    }

    assertThat(MigrationFiles.newest(directory.resolve("db/migration/h2").toUri().toURL()))
        .isEqualTo(12);
    assertThatIllegalStateException()
        .isThrownBy(() -> MigrationFiles.newest(directory.toUri().toURL()))
        .withMessageContaining(directory.getFileName().toString());
  }

  @Test
  void aDirectoryInAJarHasANewestMigration() throws IOException {
    // a space, as a path to an application server may have
    Path jar = directory.resolve("the db.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (String name : NAMES) {
        out.putNextEntry(new JarEntry(name));
      }
    }

    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
      assertThat(MigrationFiles.newest(loader.getResource("db/migration/h2"))).isEqualTo(12);
      assertThat(MigrationFiles.newest(loader.getResource("db/migration/h2/"))).isEqualTo(12);
    }
    Files.delete(jar); // nothing keeps it open
  }
}
