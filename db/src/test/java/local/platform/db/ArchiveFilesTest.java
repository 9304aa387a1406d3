package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveFilesTest {
  private static final List<String> NAMES =
      List.of(
          "db/migration/h2/",
          "db/migration/h2/V0001__first.sql",
          "db/migration/h2/later/V0002__second.sql",
          "db/migration/h22/V0003__third.sql",
          "Top.class");

  @TempDir private Path directory;

  @Test
  void filesAreListedBelowADirectory() throws IOException {
    for (String name : NAMES) {
      Path file = directory.resolve("the files").resolve(name);
      if (name.endsWith("/")) {
        Files.createDirectories(file);
      } else {
        Files.createDirectories(file.getParent());
        Files.createFile(file);
      }
    }

    assertAllAreListed(directory.resolve("the files").toUri().toURL());
    assertThat(ArchiveFiles.below(directory.resolve("the files/db/migration/h2").toUri().toURL()))
        .containsExactlyInAnyOrder("V0001__first.sql", "later/V0002__second.sql");
  }

  @Test
  void filesAreListedInAJar() throws IOException {
    // a space, as a path to an application server may have
    Path jar = directory.resolve("the db.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (String name : NAMES) {
        out.putNextEntry(new JarEntry(name));
      }
    }

    assertAllAreListed(jar.toUri().toURL());
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
      for (String name : List.of("db/migration/h2", "db/migration/h2/")) {
        assertThat(ArchiveFiles.below(loader.getResource(name)))
            .containsExactlyInAnyOrder("V0001__first.sql", "later/V0002__second.sql");
      }
    }
  }

  private static void assertAllAreListed(URL place) {
    assertThat(ArchiveFiles.below(place))
        .containsExactlyInAnyOrder(
            "db/migration/h2/V0001__first.sql",
            "db/migration/h2/later/V0002__second.sql",
            "db/migration/h22/V0003__third.sql",
            "Top.class");
  }

  @Test
  void aPlaceThatDoesNotExistIsNamed() {
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() -> ArchiveFiles.below(directory.resolve("absent").toUri().toURL()))
        .withMessageContaining("absent");
  }
}
