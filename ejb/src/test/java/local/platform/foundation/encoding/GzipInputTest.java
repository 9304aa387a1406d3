package local.platform.foundation.encoding;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GzipInputTest {
  /** The end of a file by bgzip: a member without content, with an extra field. */
  private static final byte[] BGZIP_END =
      HexFormat.of().parseHex("1f8b08040000000000ff0600424302001b0003000000000000000000");

  private static final byte[] ONE = gzip("one");
  private static final byte[] TWO = gzip("two");

  private static byte[] gzip(String text) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(text.getBytes(US_ASCII));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return compressed.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] with(byte[] bytes, int place, int octet) {
    byte[] changed = bytes.clone();
    changed[place < 0 ? bytes.length + place : place] ^= (byte) octet;
    return changed;
  }

  private static String inflated(byte[] bytes) throws IOException {
    return new String(new GzipInput(new ByteArrayInputStream(bytes)).readAllBytes(), US_ASCII);
  }

  private static void assertDamaged(byte[] bytes, String text) {
    assertThatExceptionOfType(ZipException.class)
        .isThrownBy(() -> inflated(bytes))
        .withMessageContaining(text);
  }

  @Test
  void membersFollowEachOtherAndZerosMayFollowThem() throws IOException {
    byte[] zeros = new byte[20_000];

    assertThat(inflated(ONE)).isEqualTo("one");
    assertThat(inflated(joined(ONE, TWO))).isEqualTo("onetwo");
    assertThat(inflated(joined(ONE, new byte[1]))).isEqualTo("one");
    assertThat(inflated(joined(ONE, TWO, zeros))).isEqualTo("onetwo");
    assertThat(inflated(gzip(""))).isEmpty();
    assertThat(inflated(joined(gzip(""), ONE, BGZIP_END, BGZIP_END, TWO, BGZIP_END)))
        .isEqualTo("onetwo");
  }

  /** Every part that a head may have, and their checksum. */
  @ParameterizedTest
  @ValueSource(strings = {"1", "4", "8", "16", "2", "31"})
  void aHeadMayHaveEveryPart(int flags) throws IOException {
    byte[] head = head(flags);
    byte[] rest = Arrays.copyOfRange(TWO, 10, TWO.length);

    assertThat(inflated(joined(ONE, head, rest))).isEqualTo("onetwo");
    if ((flags & 2) != 0) {
      assertDamaged(joined(with(head, 5, 1), rest), "head with a wrong checksum");
    }
  }

  private static byte[] head(int flags) {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    head.writeBytes(new byte[] {0x1f, (byte) 0x8b, 8, (byte) flags, 1, 2, 3, 4, 5, 6});
    if ((flags & 4) != 0) {
      head.writeBytes(new byte[] {2, 1});
      head.writeBytes(new byte[258]);
    }
    if ((flags & 8) != 0) {
      head.writeBytes("name\0".getBytes(US_ASCII));
    }
    if ((flags & 16) != 0) {
      head.writeBytes("comment\0".getBytes(US_ASCII));
    }
    if ((flags & 2) != 0) {
      CRC32 checksum = new CRC32();
      checksum.update(head.toByteArray());
      head.write((int) checksum.getValue());
      head.write((int) checksum.getValue() >> 8);
    }
    return head.toByteArray();
  }

  @ParameterizedTest
  @CsvSource({
    "0, something else after",
    "1, something else after",
    "2, unknown method",
    "3, unknown flags",
  })
  void aDamagedHeadIsNotTheEnd(int place, String text) {
    assertDamaged(joined(ONE, with(TWO, place, 0x80)), text);
    assertDamaged(with(ONE, place, 0x80), place < 2 ? "no gzip" : text);
  }

  /** The reader of the JDK takes what is shorter than 18 bytes for nothing. */
  @ParameterizedTest
  @ValueSource(strings = {"x", "garbage", "garbage that is longer than the shortest member"})
  void nothingElseMayFollow(String garbage) {
    byte[] bytes = garbage.getBytes(US_ASCII);

    assertDamaged(joined(ONE, bytes), "something else after");
    assertDamaged(joined(ONE, new byte[9], bytes), "something else after");
    assertDamaged(joined(ONE, new byte[1], TWO), "something else after");
  }

  @Test
  void aWrongChecksumOrLengthIsFound() {
    for (byte[] before : new byte[][] {{}, ONE}) {
      assertDamaged(joined(before, with(TWO, -8, 1), ONE), "wrong checksum");
      assertDamaged(joined(before, with(TWO, -1, 1), ONE), "wrong length");
      assertDamaged(joined(before, with(TWO, 10, 0xff)), "");
    }
  }

  @Test
  void whatIsCutOffIsNotComplete() throws IOException {
    for (byte[] before : new byte[][] {{}, ONE, joined(ONE, BGZIP_END)}) {
      byte[] whole = joined(before, head(31), Arrays.copyOfRange(TWO, 10, TWO.length));
      for (int length = before.length + 1; length < whole.length; length++) {
        byte[] part = Arrays.copyOf(whole, length);
        assertThatExceptionOfType(EOFException.class)
            .as("%d bytes", length)
            .isThrownBy(() -> inflated(part));
      }
    }
    assertThatExceptionOfType(EOFException.class).isThrownBy(() -> inflated(new byte[0]));
  }

  /** In pieces that end anywhere, as a network has them. */
  @Test
  void howTheBytesArriveMakesNoDifference() throws IOException {
    byte[] noise = new byte[100_000];
    new Random(1).nextBytes(noise);
    String text = HexFormat.of().formatHex(noise);
    byte[] bytes = joined(gzip(text), BGZIP_END, gzip(text), new byte[3]);
    Random random = new Random(2);
    InputStream slow =
        new ByteArrayInputStream(bytes) {
          @Override
          public synchronized int read(byte[] target, int offset, int length) {
            return super.read(target, offset, Math.min(length, 1 + random.nextInt(50)));
          }

          @Override
          public synchronized int available() {
            return 0;
          }
        };
    try (GzipInput in = new GzipInput(slow)) {
      assertThat((char) in.read()).isEqualTo(text.charAt(0));
      assertThat(new String(in.readAllBytes(), US_ASCII)).isEqualTo(text.substring(1) + text);
      assertThat(in.read()).isEqualTo(-1);
    }
  }
}
