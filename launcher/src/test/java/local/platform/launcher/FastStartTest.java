package local.platform.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prepares starts by a Java that only writes the files that Payara Micro and the JVM would. */
class FastStartTest {
  private static final String MANIFEST =
      """
      Manifest-Version: 1.0
      Add-Exports: java.base/jdk.internal.ref
      Add-Opens: java.base/java.lang java.base/java.io

      """;

  /** It refuses what is in the file "refused", and records all others of its calls. */
  private static final String JAVA =
      """
      #!/bin/bash
      here=$(dirname "$0")
      grep -qsx -e "${1%%=*}" "$here/refused" && exit 1
      echo "$PLATFORM_QUICKSTART $JAVA_TOOL_OPTIONS $*" >> "$here/calls"
      case $* in
        *-version) case $1 in -XX:*) touch "${1#*=}" ;; esac ;;
        *--outputlauncher)
          root=${@: -2:1}
          mkdir "$root/runtime"
          echo kernel > "$root/runtime/kernel.jar"
          echo launcher > "$root/launch-micro.jar"
          ;;
        *-Dlocal.platform.launcher.warm-up=true*)
          [ -d "$PLATFORM_DATA_DIR" ] && touch "$PLATFORM_DATA_DIR/platform.mv.db"
          for option; do
            case $option in -XX:AOTCacheOutput=* | -XX:ArchiveClassesAtExit=*) echo classes > "${option#*=}" ;; esac
          done
          exit $(cat "$here/status" 2>/dev/null || echo 0)
          ;;
      esac
      """;

  @TempDir private Path directory;
  private Path archive;

  @BeforeEach
  void makeArchive() throws IOException {
    archive = directory.resolve("platform.jar");
    writeArchive("hibernate");
    assertThat(Files.writeString(java(), JAVA).toFile().setExecutable(true)).isTrue();
  }

  @Test
  void theServerIsUnpackedByPayaraMicroAndItsClassesAreArchivedByAWarmUp() throws Exception {
    assertThat(prepare()).isTrue();

    String options =
        """
        --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
        --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED \
        --add-exports=java.base/jdk.internal.ref=ALL-UNNAMED \
        -Dlocal.platform.launcher.cache=%1$s -cp %2$s:%1$s/launch-micro.jar\
        """
            .formatted(cache(), archive);
    assertThat(String.join(" ", options()))
        .isEqualTo(
            "-Xlog:aot*=off -Xlog:cds*=off -XX:AOTCache=%s/classes %s local.platform.launcher.Main"
                .formatted(cache(), options));
    assertThat(calls())
        .contains(
            "  -cp %s fish.payara.micro.boot.PayaraMicroLauncher --rootdir %s --outputlauncher"
                .formatted(archive, cache()))
        .last()
        .asString()
        .isEqualTo(
            "true  -Djava.io.tmpdir=%1$s/warm-up -XX:AOTCacheOutput=%1$s/classes %2$s"
                    .formatted(cache(), options)
                + " -Dlocal.platform.launcher.warm-up=true local.platform.launcher.Main");
    assertThat(cache().resolve("warm-up")).doesNotExist();
    assertThat(cache().resolve("trial")).doesNotExist();
    assertThat(Files.getPosixFilePermissions(cache()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void optionsThatTheJvmDoesNotHaveAreNotUsed() throws Exception {
    refuse("-XX:AOTCacheOutput", "--sun-misc-unsafe-memory-access");

    assertThat(prepare()).isTrue();

    assertThat(options())
        .startsWith("-Xlog:cds*=off", "-XX:SharedArchiveFile=" + cache().resolve("classes"))
        .contains("--enable-native-access=ALL-UNNAMED")
        .noneMatch(option -> option.contains("unsafe") || option.contains("aot"));
  }

  @Test
  void withoutAnArchiveOfClassesTheServerIsStartedWithout() throws Exception {
    refuse("-XX:AOTCacheOutput", "-XX:ArchiveClassesAtExit");

    assertThat(prepare()).isFalse();

    assertThat(options()).first().isEqualTo("--enable-native-access=ALL-UNNAMED");
    int before = calls().size();
    assertThat(prepare()).isFalse();
    assertThat(calls()).hasSize(before);
  }

  @Test
  void anArchiveThatWasNotWrittenToItsEndIsNotUsed() throws Exception {
    Files.writeString(directory.resolve("status"), "137");

    assertThat(prepare()).isFalse();

    assertThat(cache().resolve("classes")).doesNotExist();
    assertThat(options()).first().isEqualTo("--enable-native-access=ALL-UNNAMED");
  }

  /** A signal to the terminal ends both, in any order. */
  @Test
  void afterASignalItIsNotDone() throws Exception {
    Files.writeString(directory.resolve("status"), "130");
    assertThatExceptionOfType(InterruptedException.class).isThrownBy(this::prepare);
    Files.delete(directory.resolve("status"));

    assertThat(prepare()).isTrue();

    assertThat(options()).contains("-XX:AOTCache=" + cache().resolve("classes"));
  }

  @Test
  void whatIsPreparedIsKept() throws Exception {
    prepare();
    int before = calls().size();

    assertThat(prepare()).isTrue();

    assertThat(calls()).hasSize(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"runtime/kernel.jar", "launch-micro.jar", "classes", "java-options", "content"})
  void whatIsDamagedIsMadeAnew(String file) throws Exception {
    prepare();
    byte[] complete = Files.readAllBytes(cache().resolve(file));
    Files.write(cache().resolve(file), new byte[] {0, (byte) 0xff});

    prepare();

    assertThat(Files.readAllBytes(cache().resolve(file))).isEqualTo(complete);
  }

  @Test
  void whatIsMissingIsMadeAnew() throws Exception {
    prepare();
    Files.delete(cache().resolve("runtime/kernel.jar"));

    prepare();

    assertThat(cache().resolve("runtime/kernel.jar")).exists();
  }

  @Test
  void whatBelongsToAnotherArchiveIsReplaced() throws Exception {
    prepare();
    FileTime time = Files.getLastModifiedTime(archive);
    int before = calls().size();

    writeArchive("HIBERNATE");
    Files.setLastModifiedTime(archive, time);
    prepare();

    assertThat(calls()).hasSizeGreaterThan(before);
  }

  /** The JVM refuses an archive of classes if a jar of its class path has another time. */
  @Test
  void anArchiveOfAnotherTimeIsAnotherArchive() throws Exception {
    prepare();
    int before = calls().size();

    Files.setLastModifiedTime(archive, FileTime.fromMillis(1_000));
    prepare();

    assertThat(calls()).hasSizeGreaterThan(before);
  }

  @Test
  void nothingIsPreparedWhereOthersCanWrite() throws Exception {
    Path data = Files.createDirectory(directory.resolve("data"));
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxrwx---"));

    assertThatIOException()
        .isThrownBy(this::prepare)
        .withMessage("others can write to " + data.toAbsolutePath());
    assertThat(cache()).isEmptyDirectory();
  }

  @Test
  void aCacheThatOthersCouldReadIsMadePrivate() throws Exception {
    prepare();
    Files.setPosixFilePermissions(cache(), PosixFilePermissions.fromString("rwxr-xr-x"));

    prepare();

    assertThat(Files.getPosixFilePermissions(cache()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void nothingIsLeftOfWhatCannotBeUnpacked() throws Exception {
    refuse("-cp");

    assertThatIOException().isThrownBy(this::prepare).withMessageContaining("status 1");
    assertThat(cache()).isEmptyDirectory();
  }

  @Test
  void withoutADataDirectoryThereIsNoCache() throws IOException {
    Files.createFile(directory.resolve("data"));

    assertThatIOException().isThrownBy(this::prepare);
  }

  private boolean prepare() throws IOException, InterruptedException {
    return new FastStart(
            archive, Map.of("PLATFORM_DATA_DIR", directory.resolve("data").toString()), java())
        .prepare();
  }

  private void refuse(String... options) throws IOException {
    Files.write(directory.resolve("refused"), List.of(options));
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(directory.resolve("calls"));
  }

  private Path java() {
    return directory.resolve("java");
  }

  private Path cache() {
    return directory.resolve("data/cache");
  }

  private List<String> options() throws IOException {
    return Files.readAllLines(cache().resolve("java-options")).stream()
        .map(line -> line.substring(1, line.length() - 1))
        .toList();
  }

  private void writeArchive(String library) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("META-INF/MANIFEST.MF", Jars.text(MANIFEST));
    entries.put("MICRO-INF/lib/library.jar", Jars.text(library));
    Files.write(archive, Jars.of(entries));
  }
}
