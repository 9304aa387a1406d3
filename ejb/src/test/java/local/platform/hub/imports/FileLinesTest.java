package local.platform.hub.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import local.platform.hub.imports.FileInput.Limits;
import org.junit.jupiter.api.Test;

class FileLinesTest {
  private static final Limits SMALL = new Limits(10, 20, 1_000, 3, 300);

  @Test
  void aFileConsistsOfLinesHoweverTheyEnd() throws IOException {
    String file = "\ufeffone\r\n\n  two  \n\r\nthree\nfour";

    assertThat(lines(plain(file), SMALL))
        .containsExactly("1:one", "3:  two  ", "5:three", "6:four");
    assertThat(lines(gzip(file), SMALL)).containsExactly("1:one", "3:  two  ", "5:three", "6:four");
    assertThat(lines(plain(""), SMALL)).isEmpty();
    assertThat(lines(plain("\n\n"), SMALL)).isEmpty();
    assertThat(lines(plain("x"), SMALL)).containsExactly("1:x");
  }

  @Test
  void severalFilesOfGzipInOneAreOne() throws IOException {
    assertThat(lines(joined(gzip("one\ntw"), gzip("o\n")), SMALL))
        .containsExactly("1:one", "2:two");
  }

  @Test
  void aLineThatIsTooLongIsLeftOutAndTheNextIsRead() throws IOException {
    String file = "a".repeat(20) + "\n" + "b".repeat(21) + "\nc\n" + "d".repeat(500);

    assertThat(lines(plain(file), SMALL))
        .containsExactly("1:" + "a".repeat(20), "2:too long", "3:c", "4:too long");
  }

  /** An endless line needs no more memory than a short one. */
  @Test
  void anEndlessLineIsNotKept() throws IOException {
    long length = 300L << 20;
    InputStream endless =
        new InputStream() {
          private long left = length;

          @Override
          public int read() {
            return left-- > 0 ? 'x' : -1;
          }

          @Override
          public int read(byte[] bytes, int offset, int count) {
            if (left <= 0) {
              return -1;
            }
            int some = (int) Math.min(count, left);
            Arrays.fill(bytes, offset, offset + some, (byte) 'x');
            left -= some;
            return some;
          }
        };
    FileRecords lines = open(endless, length, Limits.ofRecords(64 << 10));

    assertThat(lines.next().orElseThrow().bytes()).isEmpty();
    assertThat(lines.next()).isEmpty();
    assertThat(lines.bytesRead()).isEqualTo(length);
  }

  @Test
  void whatExceedsALimitOrIsDamagedIsNotReadFurther() throws IOException {
    refused(plain("x\n".repeat(11)), "more than 10 lines");
    refused(plain(("y".repeat(150) + "\n").repeat(8)), "1000 bytes after inflating");
    refused(gzip(("y".repeat(90) + "\n").repeat(5)), "3 times its length");
    byte[] whole = gzip("one\ntwo\n");
    refused(Arrays.copyOf(whole, whole.length - 3), "end early");
    byte[] damaged = whole.clone();
    damaged[whole.length - 6]++;
    refused(damaged, "damaged: a wrong checksum");
    refused(new byte[] {0x1f, (byte) 0x8b}, "end early");
    refused(new byte[] {0x1f, (byte) 0x8b, 7}, "damaged: an unknown method");
  }

  /** Half of a file must not count as all of it: a complete one removes what it does not name. */
  @Test
  void whatFollowsAMemberIsReadOrRefused() throws IOException {
    byte[] one = gzip("one\n");
    for (int place : new int[] {0, 1, 2, 3}) {
      byte[] damaged = gzip("two\n");
      damaged[place] ^= (byte) 0xff;
      refused(joined(one, damaged), "damaged");
    }
    byte[] two = gzip("two\n");
    for (int length = 1; length < two.length; length++) {
      refused(joined(one, Arrays.copyOf(two, length)), "end early");
    }
    refused(joined(one, plain("two\n")), "damaged: something else after the compressed data");
    assertThat(lines(joined(one, two, new byte[700]), SMALL)).containsExactly("1:one", "2:two");
  }

  @Test
  void aFileOfAnotherLengthThanItWasIsNotRead() throws IOException {
    byte[] file = plain("one\ntwo\n");
    for (int length : new int[] {file.length - 1, file.length + 1}) {
      FileRecords lines = open(new ByteArrayInputStream(file), length, SMALL);
      assertThat(lines.next()).isPresent();
      assertThat(lines.next()).isPresent();

      assertThatExceptionOfType(IOException.class)
          .isThrownBy(lines::next)
          .withMessage("8 of " + length + " bytes were read");
    }
  }

  /** A gigabyte of zeros in a megabyte. */
  @Test
  void aBombIsEndedLongBeforeItHasBurst() throws IOException {
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bomb)) {
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 256; i++) {
        gzip.write(zeros);
      }
    }
    FileRecords lines =
        open(new ByteArrayInputStream(bomb.toByteArray()), bomb.size(), Limits.ofRecords(64 << 10));

    assertThatExceptionOfType(ImportFailedException.class)
        .isThrownBy(lines::next)
        .withMessageContaining("200 times");
    assertThat(lines.bytesRead()).isLessThan(bomb.size() / 3);
  }

  private static FileRecords open(InputStream in, long length, Limits limits) throws IOException {
    return FileRecords.of(in, length, limits, Set.of(Container.LINES), () -> {});
  }

  private static void refused(byte[] file, String message) {
    assertThatExceptionOfType(ImportFailedException.class)
        .isThrownBy(() -> lines(file, SMALL))
        .withMessageContaining(message);
  }

  private static List<String> lines(byte[] file, Limits limits) throws IOException {
    FileRecords lines = open(new ByteArrayInputStream(file), file.length, limits);
    List<String> read = new ArrayList<>();
    for (Optional<FileRecord> line = lines.next(); line.isPresent(); line = lines.next()) {
      read.add(
          line.get().ordinal()
              + ":"
              + line.get()
                  .bytes()
                  .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                  .orElse("too long"));
    }
    assertThat(lines.bytesRead()).isEqualTo(file.length);
    return read;
  }

  private static byte[] plain(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(plain(text));
    }
    return compressed.toByteArray();
  }
}
