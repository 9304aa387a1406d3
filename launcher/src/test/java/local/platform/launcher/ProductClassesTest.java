package local.platform.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProductClassesTest {
  @TempDir private Path directory;

  @Test
  void librariesAreFoundInTheApplicationAndInTheServer() throws IOException {
    byte[] application =
        Jars.of(
            Map.of(
                "WEB-INF/lib/platform-db.jar", Jars.text("db"),
                "WEB-INF/lib/nimbus-jose-jwt.jar", Jars.text("ours"),
                "WEB-INF/lib/hibernate-core.jar", Jars.text("not needed")));
    byte[] archive =
        Jars.of(
            Map.of(
                "MICRO-INF/runtime/nimbus-jose-jwt.jar", Jars.text("theirs"),
                "MICRO-INF/runtime/h2.jar", Jars.text("h2"),
                "MICRO-INF/deploy/ROOT.war", application));

    try (ProductClasses classes = unpack(archive)) {
      assertThat(content(classes.directory()))
          .isEqualTo(
              Map.of("platform-db.jar", "db", "nimbus-jose-jwt.jar", "ours", "h2.jar", "h2"));
    }
  }

  @Test
  void librariesAreFoundInAnEar() throws IOException {
    byte[] archive =
        Jars.of(
            Map.of(
                "lib/platform-db.jar", Jars.text("db"),
                "platform-ejb.jar", Jars.text("ejb"),
                "platform-web-v2.war", Jars.text("not needed")));

    try (ProductClasses classes = unpack(archive)) {
      assertThat(content(classes.directory()))
          .isEqualTo(Map.of("platform-db.jar", "db", "platform-ejb.jar", "ejb"));
    }
  }

  @Test
  void whatIsUnpackedIsPrivateAndDoesNotStay() throws IOException {
    Path unpacked;
    try (ProductClasses classes = unpack(Jars.of(Map.of("lib/platform-db.jar", Jars.text("db"))))) {
      unpacked = classes.directory();
      assertThat(Files.getPosixFilePermissions(unpacked))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
      assertThatExceptionOfType(ClassNotFoundException.class)
          .isThrownBy(() -> classes.run(true, new String[0]));
    }
    assertThat(unpacked).doesNotExist();
  }

  private ProductClasses unpack(byte[] archive) throws IOException {
    return ProductClasses.unpack(Files.write(directory.resolve("archive"), archive));
  }

  private static Map<String, String> content(Path directory) throws IOException {
    Map<String, String> content = new LinkedHashMap<>();
    try (var files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        content.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return content;
  }
}
