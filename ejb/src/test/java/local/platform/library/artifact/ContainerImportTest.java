package local.platform.library.artifact;

import static local.platform.library.artifact.ImportFixture.bytes;
import static local.platform.library.artifact.ImportFixture.gzip;
import static local.platform.library.artifact.ImportFixture.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import local.platform.db.testing.TestDatabase;
import local.platform.hub.imports.Import;
import local.platform.hub.imports.ImportCounts;
import local.platform.hub.imports.ImportIssue;
import local.platform.hub.imports.ImportKind;
import local.platform.hub.imports.ImportRequest;
import local.platform.hub.imports.ImportService;
import local.platform.hub.imports.ImportState;
import local.platform.hub.imports.RefusedRecordException;
import local.platform.library.artifact.ImportFixture.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests imports of a format that takes files of JSON and zips, with short records. */
class ContainerImportTest {
  @TempDir private Path directory;
  private ImportFixture fixture;

  @BeforeEach
  void start() {
    fixture = new ImportFixture(TestDatabase.H2, directory);
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  private Import run(byte[] file, boolean complete) {
    OtherFormat format = new OtherFormat(fixture.group, "source");
    return fixture.run(imports(), new ImportRequest(fixture.group, format, complete, true), file);
  }

  private ImportService imports() {
    return fixture.imports(List.of(ArtifactFormat.KIND, OtherFormat.KIND));
  }

  private static byte[] zip(String... namesAndContents) throws IOException {
    ByteArrayOutputStream zip = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(zip)) {
      for (int i = 0; i < namesAndContents.length; i += 2) {
        out.putNextEntry(new ZipEntry(namesAndContents[i]));
        out.write(bytes(namesAndContents[i + 1]));
      }
    }
    return zip.toByteArray();
  }

  @Test
  void everyContainerGivesTheSameRecords() throws IOException {
    String a = version("a", "1");
    String b = version("b", "1");
    byte[] array = bytes("[" + a + ",", b + "]");
    assertThat(run(zip("x", a, "y", b), false).counts())
        .isEqualTo(new ImportCounts(2, 2, 0, 0, 0, 0, 0));
    for (byte[] file : List.of(array, gzip(array), bytes(a, b), gzip(bytes(a, b)))) {
      assertThat(run(file, true).counts()).isEqualTo(new ImportCounts(2, 0, 0, 2, 0, 0, 0));
    }
    assertThat(run(bytes(b.replace(",", ",\n")), true).counts())
        .isEqualTo(new ImportCounts(1, 0, 0, 1, 0, 1, 0));
  }

  /** Artifacts take lines alone, as ever. */
  @Test
  void aFormatTakesNoOtherContainers() throws IOException {
    byte[] zip = zip("x", version("a", "1"));
    Request request = new Request(Ecosystem.JAVA, false, false);
    Import lines = fixture.run(request, bytes("[", version("a", "1"), "]"));
    assertThat(lines.counts()).isEqualTo(new ImportCounts(3, 1, 0, 0, 0, 0, 2));
    assertThat(fixture.run(request, zip).counts().created()).isZero();
    assertThat(fixture.run(request, zip).state()).isEqualTo(ImportState.DONE);

    Import neither = run(bytes("a,1"), true);

    assertThat(neither.state()).isEqualTo(ImportState.FAILED);
    assertThat(neither.message()).contains("cannot tell what the file is: send a JSON object");
    assertThat(fixture.rows("library_version")).hasSize(1);
  }

  /** What two imports do at the same time. */
  private static final class Meeting {
    final AtomicReferenceArray<Thread> readers = new AtomicReferenceArray<>(2);
    final AtomicInteger reading = new AtomicInteger();
    final AtomicBoolean overlapped = new AtomicBoolean();
  }

  /** Reads records of up to 2 MiB: first a short one, and then a large one. */
  private final class LargeFormat extends OtherFormat {
    private final int number;
    private final Meeting meeting;

    LargeFormat(int number, Meeting meeting) {
      super(fixture.group, "source" + number);
      this.number = number;
      this.meeting = meeting;
    }

    @Override
    public ImportKind kind() {
      return new ImportKind(
          KIND.format(),
          KIND.reading(),
          KIND.cancelling(),
          KIND.records(),
          KIND.containers(),
          2 << 20);
    }

    @Override
    public ArtifactRecord read(byte[] record) throws RefusedRecordException {
      if (record.length <= 1 << 20) {
        meeting.readers.set(number, Thread.currentThread());
        awaitTrue(() -> meeting.readers.get(1 - number) != null);
        return super.read(record);
      }
      meeting.overlapped.compareAndSet(false, meeting.reading.incrementAndGet() > 1);
      Thread other = meeting.readers.get(1 - number);
      awaitTrue(() -> meeting.overlapped.get() || other.getState() == Thread.State.WAITING);
      meeting.reading.decrementAndGet();
      return super.read(record);
    }

    private static void awaitTrue(BooleanSupplier condition) {
      while (!condition.getAsBoolean()) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  @Timeout(60)
  void oneImportAtATimeHasALargeRecord() throws Exception {
    byte[] file = bytes(version("a", "1"), version("b", "1", "'x': '" + "x".repeat(1 << 20) + "'"));
    Meeting meeting = new Meeting();
    ExecutorService clients = Executors.newFixedThreadPool(2);
    try {
      List<Future<Import>> imports = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        ImportRequest request =
            new ImportRequest(fixture.group, new LargeFormat(i, meeting), false, false);
        imports.add(clients.submit(() -> fixture.run(imports(), request, file)));
      }
      for (Future<Import> each : imports) {
        assertThat(each.get().counts().read()).isEqualTo(2);
        assertThat(each.get().counts().rejected()).isZero();
      }
    } finally {
      clients.shutdown();
    }
    assertThat(meeting.overlapped).isFalse();
  }

  @Test
  void anIssueTellsTheEntry() throws IOException {
    Import done =
        run(
            zip(
                "../x",
                "nonsense",
                "/y",
                version("a", "1", "'description': '" + "d".repeat(100) + "'"),
                "good",
                version("a", "2"),
                "again",
                version("a", "2"),
                "empty",
                ""),
            false);

    assertThat(done.counts()).isEqualTo(new ImportCounts(5, 1, 0, 0, 0, 0, 4));
    assertThat(imports().issues(fixture.owner, done.uid(), 0, 9))
        .extracting(ImportIssue::line, ImportIssue::reason, ImportIssue::record)
        .containsExactly(
            tuple(1L, "MALFORMED", "../x"),
            tuple(2L, "TOO_LARGE", "/y"),
            tuple(4L, "DUPLICATE_IN_IMPORT", "a 2"),
            tuple(5L, "MALFORMED", "empty"));
  }

  /** Everything that was there before remains, whatever is wrong with the file. */
  @Test
  void aCompleteFileThatCannotBeReadToItsEndRemovesNothing() throws IOException {
    byte[] whole = zip("x", version("a", "1"), "y", version("b", "1"));
    assertThat(run(whole, true).counts().created()).isEqualTo(2);
    byte[] inner = zip("x", version("a", "1"), "y.zip", "PK\3\4");
    byte[] array = bytes("[" + version("a", "1") + ", ");

    for (byte[] file : List.of(Arrays.copyOf(whole, 90), inner, array)) {
      Import failed = run(file, true);
      assertThat(failed.state()).isEqualTo(ImportState.FAILED);
      assertThat(failed.counts()).isEqualTo(ImportCounts.NONE);
    }
    assertThat(fixture.rows("library_version")).hasSize(2);
    assertThat(run(zip(), true).counts()).isEqualTo(new ImportCounts(0, 0, 0, 0, 0, 2, 0));
  }
}
