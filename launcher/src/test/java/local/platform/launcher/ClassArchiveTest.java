package local.platform.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {
  @TempDir private Path directory;

  @Test
  void anArchiveThatTheJvmCannotUseIsDeleted() throws IOException {
    Path archive = Files.createFile(directory.resolve("classes.jsa"));

    new ClassArchive(directory).makeInBackground("mixed mode");

    assertThat(archive).doesNotExist();
  }

  @Test
  void anArchiveThatIsUsedStays() throws IOException {
    Path archive = Files.createFile(directory.resolve("classes.jsa"));

    new ClassArchive(directory).makeInBackground("mixed mode, sharing");

    assertThat(archive).exists();
  }
}
