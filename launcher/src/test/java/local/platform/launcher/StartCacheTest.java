package local.platform.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartCacheTest {
  private static final String MANIFEST =
      """
      Manifest-Version: 1.0
      Main-Class: local.platform.launcher.Main
      Add-Exports: java.base/jdk.internal.ref
      Add-Opens: java.base/java.lang
      Enable-Native-Access: ALL-UNNAMED

      """;

  @TempDir private Path directory;
  private Path archive;

  @BeforeEach
  void makeArchive() throws IOException {
    archive = directory.resolve("platform.jar");
    writeArchive("hibernate");
  }

  @Test
  void theLibrariesAndTheArchiveAreTheClassPath() throws IOException {
    prepare();

    assertThat(library("META-INF/services/kernel.Service")).isEqualTo("hibernate\nkernel\n");
    try (JarFile server = new JarFile(cached().resolve("server.jar").toFile())) {
      var attributes = server.getManifest().getMainAttributes();
      assertThat(attributes.getValue("Class-Path"))
          .isEqualTo("libraries-01.jar ../../../platform.jar");
      assertThat(attributes.getValue("Main-Class")).isEqualTo("local.platform.launcher.Main");
      assertThat(attributes.getValue("Add-Opens")).isEqualTo("java.base/java.lang");
      assertThat(attributes.getValue("Enable-Native-Access")).isEqualTo("ALL-UNNAMED");
      assertThat(server.getEntry("adapter.rar")).isNotNull();
    }
    assertThat(Files.getPosixFilePermissions(cache()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void theArchiveMayLieInADirectoryWithASpace() throws IOException {
    Path with = Files.createDirectory(directory.resolve("a directory"));
    archive = Files.move(archive, with.resolve("platform.jar"));

    prepare();

    try (JarFile server = new JarFile(cached().resolve("server.jar").toFile())) {
      assertThat(server.getManifest().getMainAttributes().getValue("Class-Path"))
          .endsWith(" ../../../a%20directory/platform.jar");
    }
  }

  @Test
  void aServerWithoutAnArchiveOfClassesListsThemAndOneWithItUsesIt() throws IOException {
    prepare();

    assertThat(options())
        .containsExactly(
            quoted("-XX:DumpLoadedClassList=" + cached().resolve("classes.list")),
            quoted("-XX:InlineSmallCode=500"),
            quoted("-Dlocal.platform.launcher.cache=" + cached()),
            "\"-jar\"",
            quoted(cached().resolve("server.jar").toString()));

    Files.createFile(cached().resolve("classes.jsa"));
    prepare();

    assertThat(options())
        .startsWith(quoted("-XX:SharedArchiveFile=" + cached().resolve("classes.jsa")))
        .contains("\"-XX:+VerifySharedSpaces\"")
        .noneMatch(option -> option.contains("DumpLoadedClassList"));
  }

  @Test
  void whatIsPreparedIsKept() throws IOException {
    prepare();
    Path mark = Files.createFile(cached().resolve("mark"));

    prepare();

    assertThat(mark).exists();
  }

  @Test
  void whatIsDamagedIsMadeAnew() throws IOException {
    prepare();
    Files.createFile(cached().resolve("classes.jsa"));
    Files.writeString(cached().resolve("libraries-01.jar"), "ker");

    prepare();

    assertThat(library("META-INF/services/kernel.Service")).contains("kernel");
    assertThat(cached().resolve("classes.jsa")).doesNotExist();
  }

  @Test
  void whatIsMissingIsMadeAnew() throws IOException {
    prepare();
    Files.delete(cached().resolve("libraries-01.jar"));

    prepare();

    assertThat(cached().resolve("libraries-01.jar")).exists();
  }

  @ParameterizedTest
  @ValueSource(bytes = {0, (byte) 0xff, '/'})
  void aListOfOtherBytesIsMadeAnew(byte other) throws IOException {
    prepare();
    String complete = Files.readString(cached().resolve("content"));
    Files.write(cached().resolve("content"), new byte[] {other, ' ', other, other});

    prepare();

    assertThat(cached().resolve("content")).hasContent(complete);
  }

  /** As a class loader does. */
  @Test
  void aLibraryIsFollowedByThoseThatItsClassPathNames() throws IOException {
    writeArchive(
        Map.of(
            "MICRO-INF/runtime/a.jar", service("a", "d.jar c.jar no.jar"),
            "MICRO-INF/runtime/b.jar", service("b", "a.jar"),
            "MICRO-INF/runtime/c.jar", service("c", "a.jar"),
            "MICRO-INF/runtime/d.jar", service("d", "c.jar e.jar"),
            "MICRO-INF/runtime/e.jar", service("e", "")));

    prepare();

    assertThat(library("META-INF/services/kernel.Service")).isEqualTo("a\nd\nc\ne\nb\n");
  }

  @Test
  void whatWasNotListedToTheEndIsMadeAnew() throws IOException {
    prepare();
    Path list = cached().resolve("content");
    String complete = Files.readString(list);
    Path mark = Files.createFile(cached().resolve("mark"));
    Files.writeString(list, complete.substring(0, complete.lastIndexOf('\n') + 1));

    prepare();

    assertThat(mark).doesNotExist();
    assertThat(list).hasContent(complete);
  }

  @Test
  void whatBelongsToAnotherArchiveIsReplaced() throws IOException {
    prepare();
    Path before = cached();

    writeArchive("HIBERNATE");
    prepare();

    assertThat(before).doesNotExist();
    assertThat(library("META-INF/services/kernel.Service")).startsWith("HIBERNATE");
  }

  /** The JVM refuses an archive of classes if a jar of its class path has another time. */
  @Test
  void anArchiveOfAnotherTimeIsAnotherArchive() throws IOException {
    prepare();
    Path before = cached();

    Files.setLastModifiedTime(archive, FileTime.fromMillis(1_000));
    prepare();

    assertThat(cached()).isNotEqualTo(before);
  }

  @Test
  void nothingIsPreparedWhereOthersCanWrite() throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxrwx---"));

    assertThatIOException()
        .isThrownBy(this::prepare)
        .withMessage("others can write to " + data.toAbsolutePath());
    assertThat(cache()).isEmptyDirectory();
  }

  @Test
  void aCacheThatOthersCouldReadIsMadePrivate() throws IOException {
    prepare();
    Files.setPosixFilePermissions(cache(), PosixFilePermissions.fromString("rwxr-xr-x"));

    prepare();

    assertThat(Files.getPosixFilePermissions(cache()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void withoutADataDirectoryThereIsNoCache() throws IOException {
    Files.createFile(directory.resolve("data"));

    assertThatIOException().isThrownBy(this::prepare);
  }

  private void prepare() throws IOException {
    try (ServerParts parts = new PartsOfJar(archive)) {
      StartCache.of(parts, Map.of("PLATFORM_DATA_DIR", directory.resolve("data").toString()))
          .prepare(Optional.of(List.of("-XX:MetaspaceSize=96m", "-XX:+UseG1GC")));
    }
  }

  private String library(String entry) throws IOException {
    try (JarFile jar = new JarFile(cached().resolve("libraries-01.jar").toFile())) {
      return new String(
          jar.getInputStream(jar.getEntry(entry)).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private Path cache() {
    return directory.resolve("data/cache");
  }

  private Path cached() throws IOException {
    try (var all = Files.list(cache())) {
      return all.filter(Files::isDirectory)
          .reduce((one, other) -> Path.of("several"))
          .orElseThrow();
    }
  }

  private List<String> options() throws IOException {
    return Files.readAllLines(cache().resolve("java-options"));
  }

  private static String quoted(String argument) {
    return '"' + argument + '"';
  }

  private void writeArchive(String hibernate) throws IOException {
    writeArchive(
        Map.of(
            "MICRO-INF/runtime/kernel.jar", service("kernel", ""),
            "MICRO-INF/runtime/adapter.rar", Jars.text("adapter"),
            "MICRO-INF/lib/hibernate-core.jar", service(hibernate, ""),
            "MICRO-INF/deploy/ROOT.war", Jars.text("application")));
  }

  private void writeArchive(Map<String, byte[]> content) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>(content);
    entries.put("META-INF/MANIFEST.MF", Jars.text(MANIFEST));
    Files.write(archive, Jars.of(entries));
  }

  private static byte[] service(String name, String classPath) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put(
        "META-INF/MANIFEST.MF",
        Jars.text("Manifest-Version: 1.0\nClass-Path: %s\n\n".formatted(classPath)));
    entries.put("META-INF/services/kernel.Service", Jars.text(name));
    return Jars.of(entries);
  }
}
