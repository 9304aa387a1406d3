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

  @Test
  void whatTheJvmDoesNotTakeAndAnUnfinishedLineAreLeftOut() {
    String list =
        """
        # a comment
        java/lang/Object id: 0
        kernel/Server id: 1
        @cp kernel/Server 1 2 5
        @lambda-proxy kernel/Server run ()V
        product/Main id: 2 super: 0 source: /tmp/product.jar
        kernel/Ser""";

    assertThat(ClassArchive.archivable(list))
        .containsExactly(
            "# a comment",
            "java/lang/Object id: 0",
            "kernel/Server id: 1",
            "@lambda-proxy kernel/Server run ()V");
  }
}
