package local.platform.launcher;

import static local.platform.launcher.Jars.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartsOfEarTest {
  @TempDir private Path directory;
  private Path ear;
  private Path server;

  @BeforeEach
  void makeEarAndServer() throws IOException {
    ear = directory.resolve("platform.ear");
    Map<String, byte[]> entries = new TreeMap<>();
    for (String entry :
        new String[] {
          "META-INF/application.xml",
          "lib/both.jar",
          "lib/hibernate.jar",
          "lib/jackson-provider.jar",
          "lib/platform-db.jar",
          "local/platform/launcher/Main.class",
          "platform-web-v2.war"
        }) {
      entries.put(entry, text("of the EAR"));
    }
    Files.write(ear, Jars.of(entries));
    server = directory.resolve("payara6");
    for (String file :
        new String[] {
          "h2db/bin/h2.jar",
          "glassfish/domains/domain1/lib/ext/driver.jar",
          "glassfish/domains/domain1/lib/ext/h2.jar",
          "glassfish/lib/grizzly-npn-api.jar",
          "glassfish/modules/both.jar",
          "glassfish/modules/console-core.jar",
          "glassfish/modules/kernel.jar",
          "glassfish/modules/readme.txt",
          "glassfish/modules/unused.jar",
          "glassfish/modules/autostart/felix.jar"
        }) {
      write(file, text(file));
    }
    writeVersion(10);
    write(
        "glassfish/modules/jakarta.faces.jar",
        Jars.of(
            Map.of(
                "jakarta/faces/Scope.class", text(""),
                "META-INF/services/jakarta.enterprise.inject.spi.Extension", text(""))));
  }

  @Test
  void theLibrariesOfBothAreTheClassPathBehindWhatAnOperatorAdds() throws IOException {
    try (ServerParts parts = new PartsOfEar(ear, server)) {
      assertThat(parts.libraries())
          .extracting(ServerParts.Library::name)
          .containsExactly(
              "driver.jar",
              "h2.jar",
              "both.jar",
              "hibernate.jar",
              "jakarta.faces.jar",
              "kernel.jar",
              "grizzly-npn-api.jar");
    }
  }

  @Test
  void ofOneNameTheFirstIsTaken() throws IOException {
    assertThat(library("both.jar")).hasContent("of the EAR");
    assertThat(library("h2.jar")).hasContent("glassfish/domains/domain1/lib/ext/h2.jar");
  }

  @Test
  void facesAreThereWithoutTheirServices() throws IOException {
    try (JarInputStream jar = new JarInputStream(library("jakarta.faces.jar"))) {
      assertThat(jar.getNextEntry())
          .extracting(ZipEntry::getName)
          .isEqualTo("jakarta/faces/Scope.class");
      assertThat(jar.getNextEntry()).isNull();
    }
  }

  @Test
  void anotherVersionOfTheServerIsRefused() throws IOException {
    writeVersion(11);

    try (ServerParts parts = new PartsOfEar(ear, server)) {
      assertThatIOException()
          .isThrownBy(parts::libraries)
          .withMessage("the server is of version 6.2025.11 and not 6.2025.10");
    }
  }

  @Test
  void ourOwnLibrariesAndTheModulesAreDeployed() throws IOException {
    try (ServerParts parts = new PartsOfEar(ear, server)) {
      parts.writeApplication(directory);
    }

    try (ZipFile application = new ZipFile(directory.resolve("application.ear").toFile())) {
      assertThat(Collections.list(application.entries()))
          .extracting(ZipEntry::getName)
          .containsExactly(
              "META-INF/application.xml",
              "lib/jackson-provider.jar",
              "lib/platform-db.jar",
              "local/platform/launcher/Main.class",
              "platform-web-v2.war");
      assertThat(
              application
                  .getInputStream(application.getEntry("platform-web-v2.war"))
                  .readAllBytes())
          .asString(StandardCharsets.UTF_8)
          .isEqualTo("of the EAR");
    }
  }

  @Test
  void theDigestChangesWithALibraryOfTheServer() throws Exception {
    byte[] before = digest();
    assertThat(digest()).isEqualTo(before);

    write("glassfish/modules/kernel.jar", text("of another server"));

    assertThat(digest()).isNotEqualTo(before);
  }

  @Test
  void theServerIsStartedByOurMainClass() throws IOException {
    try (ServerParts parts = new PartsOfEar(ear, server)) {
      assertThat(parts.attributes())
          .containsOnly(
              Map.entry(Attributes.Name.MAIN_CLASS, "local.platform.launcher.PayaraServer"));
    }
  }

  private InputStream library(String name) throws IOException {
    try (ServerParts parts = new PartsOfEar(ear, server)) {
      ServerParts.Library library =
          parts.libraries().stream()
              .filter(each -> each.name().equals(name))
              .findAny()
              .orElseThrow();
      try (InputStream content = library.content().open()) {
        return new ByteArrayInputStream(content.readAllBytes());
      }
    }
  }

  private void writeVersion(int update) throws IOException {
    write(
        "glassfish/config/branding/glassfish-version.properties",
        text("major_version=6\nminor_version=2025\nupdate_version=%s\n".formatted(update)));
  }

  private byte[] digest() throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (ServerParts parts = new PartsOfEar(ear, server)) {
      parts.addTo(digest);
    }
    return digest.digest();
  }

  private void write(String file, byte[] content) throws IOException {
    Path path = server.resolve(file);
    Files.createDirectories(path.getParent());
    Files.write(path, content);
  }
}
