package local.platform.hub.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import local.platform.hub.imports.FileInput.Limits;
import org.junit.jupiter.api.Test;

/** Tests files of JSON, and zips; {@link FileLinesTest} tests lines and gzip. */
class FileRecordsTest {
  private static final Limits SMALL = new Limits(6, 20, 1_000, 3, 300);
  private static final Set<Container> ALL = EnumSet.of(Container.JSON, Container.ZIP);

  // Where a zip has what, by the specification of the format.
  private static final int FLAGS = 6;
  private static final int CHECKSUM = 14;
  private static final int LENGTH = 22;
  private static final int NAME = 30;
  private static final int DIRECTORY_ENTRY = 0x02014b50;

  @Test
  void aFileOfJsonIsLinesOrOneObjectOrAnArray() throws IOException {
    assertThat(records("{'a':1}\n\n{'b': '}'}\r\n")).containsExactly("1:{'a':1}", "3:{'b': '}'}");
    assertThat(records("\ufeff \n{'a':1}\n{'b':\n{}"))
        .containsExactly("2:{'a':1}", "3:{'b':", "4:{}");
    assertThat(records("{'a':1}")).containsExactly("1:{'a':1}");
    assertThat(records("{\n 'a': [\n]}\n")).containsExactly("1:{\n 'a': [\n]}");
    assertThat(records("{'a': '\\'}\n'}")).containsExactly("1:{'a': '\\'}\n'}");
    assertThat(records("\ufeff[ {'a':','} ,\n[1,2], ']' ,{'b':'\\']'}\n, 5\n ]\n"))
        .containsExactly("1:{'a':','}", "2:[1,2]", "3:']'", "4:{'b':'\\']'}", "5:5");
    assertThat(records("[]")).isEmpty();
    assertThat(records(" [ ] ")).isEmpty();
    assertThat(records("")).isEmpty();
    assertThat(records(" \n\t\n")).isEmpty();
    assertThat(records(text(" ".repeat(70_000) + "\n{}"), new Limits(6, 20, 100_000, 3, 300)))
        .containsExactly("1:TOO_LARGE", "2:{}");
    assertThat(records(gzip("[{},\n{}]"), SMALL)).containsExactly("1:{}", "2:{}");
    assertThat(records(gzip("{}\n{}"), SMALL)).containsExactly("1:{}", "2:{}");
  }

  /** Whatever is wrong with one record, the next is read. */
  @Test
  void aRecordThatIsNoJsonDoesNotHideTheNext() throws IOException {
    assertThat(records("[{'a':]},{},,nonsense}, {} {},]"))
        .containsExactly("1:{'a':]}", "2:{}", "3:", "4:nonsense}", "5:{} {}", "6:");
    assertThat(records("['" + "x".repeat(19) + "', {'a':'" + "y".repeat(400) + "'}, 'z']"))
        .containsExactly("1:TOO_LARGE", "2:TOO_LARGE", "3:'z'");
    assertThat(records("{'a':\n'" + "x".repeat(20) + "'}")).containsExactly("1:TOO_LARGE");
    assertThat(records("{'a':'" + "x".repeat(20) + "'}\n{}"))
        .containsExactly("1:TOO_LARGE", "2:{}");
  }

  @Test
  void whatIsNoneOfTheContainersIsRefused() {
    refused(text("nonsense"), "send a JSON object, a JSON array, or JSON lines, each of them also");
    refused(text("nonsense"), ", or a zip");
    refused(text("\0{}"), "cannot tell");
  }

  /** Half of an array must not count as all of it. */
  @Test
  void anArrayIsClosedAndNothingFollowsIt() throws IOException {
    for (String part : List.of("[", "[ ", "[{}", "[{},", "[{}, {'a':", "[{}, ']")) {
      refused(text(part), "its JSON array ends early");
    }
    refused(text("[{}] {}"), "something else follows its JSON array");
    refused(text("[]["), "something else follows its JSON array");
    refused(text("[" + "1,".repeat(6) + "1]"), "more than 6 records");
    refused(text("[" + "1" + " ".repeat(1_000) + "]"), "1000 bytes after inflating");
    refused(gzip("[" + " ".repeat(500) + "]"), "3 times its length");
    byte[] cut = gzip("[{}]");
    refused(Arrays.copyOf(cut, cut.length - 2), "end early");
  }

  /** Brackets are counted, and take no memory. */
  @Test
  void deepJsonIsOneRecordThatIsTooLong() throws IOException {
    Limits limits = new Limits(6, 20, 10_000_000, 3, 300);
    assertThat(records(text("[" + "[".repeat(4_000_000) + "]".repeat(4_000_000) + ",{}]"), limits))
        .containsExactly("1:TOO_LARGE", "2:{}");
    refused(text("[".repeat(5_000_000)), limits, "ends early");
  }

  @Test
  void eachEntryOfAZipIsARecord() throws IOException {
    byte[] zip = zip("a/", "", "a/x.json", "{\n}", "y", "[1]", "empty", "");

    assertThat(records(zip, SMALL)).containsExactly("2:a/x.json:{\n}", "3:y:[1]", "4:empty:");
    assertThat(records(zip(), SMALL)).isEmpty();
    assertThat(records(zip("a/", "{}"), SMALL)).containsExactly("1:a/:{}");
    assertThat(records(zip("x".repeat(300), "{}"), SMALL))
        .containsExactly("1:" + "x".repeat(255) + ":{}");
    assertThat(records(stored("é", "{}", 0), SMALL)).containsExactly("1:é:{}");
  }

  /** Names are texts: there is no file that they could name. */
  @Test
  void namesOfEntriesAreTextsAndMayRepeat() throws IOException {
    byte[] zip = zip("../../x", "1", "/etc/passwd", "2", "C:\\x", "3", "dup0", "4", "dup1", "5");
    byte[] twice = replaced(zip, "dup1", "dup0");

    assertThat(records(twice, SMALL))
        .containsExactly("1:../../x:1", "2:/etc/passwd:2", "3:C:\\x:3", "4:dup0:4", "5:dup0:5");
  }

  @Test
  void archivesAndEncryptedEntriesInAZipArePassedOver() throws IOException {
    ByteArrayOutputStream zip = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(zip)) {
      add(out, "inner.zip", zip("x", "{}"));
      add(out, "inner.gz", gzip("{}"));
      add(out, "after", text("{}"));
    }
    assertThat(records(zip.toByteArray(), new Limits(6, 1_000, 2_000, 3, 3_000)))
        .containsExactly("1:inner.zip:UNKNOWN_FORMAT", "2:inner.gz:UNKNOWN_FORMAT", "3:after:{}");
    assertThat(records(zip.toByteArray(), new Limits(6, 40, 2_000, 3, 3_000)))
        .contains("1:inner.zip:TOO_LARGE", "3:after:{}");
    assertThat(records(joined(stored("secret", "sesame", 1), stored("open", "{}", 0)), SMALL))
        .containsExactly("1:secret:UNKNOWN_FORMAT", "2:open:{}");
    byte[] unknown = zip("secret", "sesame");
    unknown[FLAGS] |= 1;
    refused(unknown, "its entry 1 is encrypted, and does not tell its length");
  }

  /** The lengths, the checksum and the name that an entry tells are not believed. */
  @Test
  void anEntryThatLiesIsNotReadFurther() {
    for (int place : new int[] {CHECKSUM, LENGTH}) {
      byte[] lying = stored("x", "{'a': 1}", 0);
      lying[place]++;
      refused(lying, "");
    }
    byte[] longer = stored("x", "{}", 0);
    longer[LENGTH + 3] = 0x7f;
    refused(longer, "unexpected EOF");
    byte[] badName = stored("\u00e9", "{}", 0);
    badName[NAME] = (byte) 0xff;
    refused(badName, "in entry 1");
    byte[] method = stored("x", "{}", 0);
    method[8] = 12;
    refused(method, "damaged");
  }

  /** A directory that names fewer entries, or is not there, would make a part count as all. */
  @Test
  void aZipEndsWithTheDirectoryOfItsEntries() throws IOException {
    byte[] zip = zip("x", "{}", "y", "{}", "z", "{}");
    for (int length = 5; length < zip.length; length++) {
      byte[] cut = Arrays.copyOf(zip, length);
      refused(cut, "the file cannot be read further");
    }
    refused(joinedAsTheyAre(zip, new byte[1]), "something else follows the end");
    refused(joinedAsTheyAre(zip("x", "{}"), zip("y", "{}")), "something else follows the end");
    int directory = indexOf(zip, DIRECTORY_ENTRY);
    byte[] garbage = zip.clone();
    garbage[directory]++;
    refused(garbage, "something else follows");
    // The entries of another zip before ours: its directory does not name them.
    byte[] one = zip("a", "{}");
    byte[] entries = Arrays.copyOf(one, indexOf(one, DIRECTORY_ENTRY));
    refused(joinedAsTheyAre(entries, zip), "names 3 entries, and there are 4");
  }

  @Test
  void aZipHasTheLimitsOfOtherFiles() throws IOException {
    refused(zip("a/", "", "b/", "", "c/", "", "d/", "", "e/", "", "f/", "", "g/", ""), "6 entries");
    refused(zip("x", "y".repeat(1_001)), "1000 bytes after inflating");
    refused(zip("x", "y".repeat(900)), "3 times its length");
    assertThat(records(zip("x", "y".repeat(250), "z", "{}"), SMALL))
        .containsExactly("1:x:TOO_LARGE", "2:z:{}");
  }

  /** 256 MiB of zeros in a quarter of a megabyte. */
  @Test
  void aBombIsEndedLongBeforeItHasBurst() throws IOException {
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bomb)) {
      zip.putNextEntry(new ZipEntry("bomb"));
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 256; i++) {
        zip.write(zeros);
      }
    }
    FileRecords file =
        FileRecords.of(
            new ByteArrayInputStream(bomb.toByteArray()),
            bomb.size(),
            Limits.ofRecords(8 << 20),
            ALL,
            () -> {});

    assertThatExceptionOfType(ImportFailedException.class)
        .isThrownBy(file::next)
        .withMessageContaining("200 times");
    assertThat(file.bytesRead()).isLessThan(bomb.size() / 3);
  }

  private static void refused(byte[] file, String message) {
    refused(file, SMALL, message);
  }

  private static void refused(byte[] file, Limits limits, String message) {
    assertThatExceptionOfType(ImportFailedException.class)
        .isThrownBy(() -> records(file, limits))
        .withMessageContaining(message);
  }

  private static List<String> records(String json) throws IOException {
    return records(text(json), SMALL);
  }

  private static List<String> records(byte[] file, Limits limits) throws IOException {
    FileRecords records =
        FileRecords.of(new ByteArrayInputStream(file), file.length, limits, ALL, () -> {});
    List<String> read = new ArrayList<>();
    for (Optional<FileRecord> one = records.next(); one.isPresent(); one = records.next()) {
      FileRecord record = one.get();
      read.add(
          record.ordinal()
              + ":"
              + (record.entry().isEmpty() ? "" : record.entry() + ":")
              + record
                  .bytes()
                  .map(bytes -> new String(bytes, StandardCharsets.UTF_8).replace('"', '\''))
                  .orElse(record.reason()));
    }
    assertThat(records.next()).isEmpty();
    assertThat(records.bytesRead()).isEqualTo(file.length);
    return read;
  }

  private static byte[] text(String text) {
    return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(text(text));
    }
    return compressed.toByteArray();
  }

  /** Returns a zip of these names and contents, which come in turn. */
  private static byte[] zip(String... entries) throws IOException {
    ByteArrayOutputStream zip = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(zip)) {
      for (int i = 0; i < entries.length; i += 2) {
        add(out, entries[i], text(entries[i + 1]));
      }
    }
    return zip.toByteArray();
  }

  private static void add(ZipOutputStream out, String name, byte[] content) throws IOException {
    out.putNextEntry(new ZipEntry(name));
    out.write(content);
  }

  /** Returns a zip of one entry that is not compressed, and tells its length in its head. */
  private static byte[] stored(String name, String content, int flags) {
    byte[] bytes = text(content);
    CRC32 checksum = new CRC32();
    checksum.update(bytes);
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(bytes.length);
    entry.setCrc(checksum.getValue());
    ByteArrayOutputStream zip = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(zip)) {
      out.putNextEntry(entry);
      out.write(bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    byte[] whole = zip.toByteArray();
    whole[FLAGS] |= (byte) flags;
    return whole;
  }

  /** Returns one zip with the entries of two, and then the directories of both, as one. */
  private static byte[] joined(byte[] one, byte[] two) {
    int oneEnd = indexOf(one, 0x06054b50);
    int oneDirectory = indexOf(one, DIRECTORY_ENTRY);
    int twoDirectory = indexOf(two, DIRECTORY_ENTRY);
    return joinedAsTheyAre(
        Arrays.copyOf(one, oneDirectory),
        Arrays.copyOf(two, twoDirectory),
        Arrays.copyOfRange(one, oneDirectory, oneEnd),
        Arrays.copyOfRange(two, twoDirectory, two.length));
  }

  private static byte[] joinedAsTheyAre(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static int indexOf(byte[] zip, int signature) {
    for (int i = 0; i < zip.length - 3; i++) {
      int found =
          Byte.toUnsignedInt(zip[i])
              | Byte.toUnsignedInt(zip[i + 1]) << 8
              | Byte.toUnsignedInt(zip[i + 2]) << 16
              | Byte.toUnsignedInt(zip[i + 3]) << 24;
      if (found == signature) {
        return i;
      }
    }
    throw new AssertionError("not found");
  }

  private static byte[] replaced(byte[] zip, String name, String by) {
    return new String(zip, StandardCharsets.ISO_8859_1)
        .replace(name, by)
        .getBytes(StandardCharsets.ISO_8859_1);
  }
}
