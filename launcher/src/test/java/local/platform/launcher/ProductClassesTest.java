package local.platform.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProductClassesTest {
  @TempDir private Path directory;

  @Test
  void librariesAreFoundInTheApplicationAndInTheServer() throws IOException {
    byte[] application =
        zip(
            Map.of(
                "WEB-INF/lib/platform-db.jar", bytes("db"),
                "WEB-INF/lib/nimbus-jose-jwt.jar", bytes("ours"),
                "WEB-INF/lib/hibernate-core.jar", bytes("not needed")));
    byte[] archive =
        zip(
            Map.of(
                "MICRO-INF/runtime/nimbus-jose-jwt.jar", bytes("theirs"),
                "MICRO-INF/runtime/h2.jar", bytes("h2"),
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
        zip(
            Map.of(
                "lib/platform-db.jar", bytes("db"),
                "platform-ejb.jar", bytes("ejb"),
                "platform-web-v2.war", bytes("not needed")));

    try (ProductClasses classes = unpack(archive)) {
      assertThat(content(classes.directory()))
          .isEqualTo(Map.of("platform-db.jar", "db", "platform-ejb.jar", "ejb"));
    }
  }

  @Test
  void whatIsUnpackedIsPrivateAndDoesNotStay() throws IOException {
    Path unpacked;
    try (ProductClasses classes = unpack(zip(Map.of("lib/platform-db.jar", bytes("db"))))) {
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

  private static byte[] zip(Map<String, byte[]> entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
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
