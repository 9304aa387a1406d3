package local.platform.foundation.paging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.DirectEncrypter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.foundation.encryption.KeyEncryptionKey;
import local.platform.testing.JoseHeaders;
import local.platform.testing.TestServices;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageTokensTest {
  private static final PageCursor CURSOR =
      new PageCursor(
          Instant.parse("2030-01-01T00:00:00.123Z"),
          "fingerprint",
          Optional.of(List.of(1_000_000L)),
          Optional.empty(),
          "a name",
          "uid");

  /** The longest that a list writes. */
  private static final PageCursor LONGEST =
      new PageCursor(
          CURSOR.issueTime(),
          "f".repeat(43),
          Optional.of(Collections.nCopies(6, Long.MAX_VALUE / 6)),
          Optional.of(Instant.parse("9999-12-31T23:59:59.999999Z")),
          "n".repeat(255),
          "u".repeat(278));

  /** Of a token under the key that begins with 1. */
  private static final String HEADER =
      """
      {"kid":"6c65182a617b94d6","enc":"A256GCM","alg":"dir"}""";

  private static final List<String> ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/. %\n"
          .chars()
          .mapToObj(Character::toString)
          .toList();

  private final KeyEncryptionKey key = key((byte) 1);
  private final PageTokens tokens = new PageTokens(key);

  @Property(tries = 200)
  void aTokenIsReadAsItWasWritten(@ForAll("cursors") PageCursor cursor) {
    assertThat(tokens.read(tokens.write(cursor))).contains(cursor);
  }

  @Test
  void aTokenShowsNothingOfWhatItHolds() {
    String token = tokens.write(CURSOR);
    StringBuilder visible = new StringBuilder();
    for (String part : token.split("\\.", -1)) {
      visible.append(new String(decode(part), StandardCharsets.ISO_8859_1));
    }

    assertThat(visible.toString()).doesNotContain("name", "uid", "fingerprint", "1000000");
    assertThat(token).matches("[A-Za-z0-9._-]+");
  }

  @Test
  void twoTokensOfOnePlaceAreDifferent() {
    assertThat(tokens.write(CURSOR)).isNotEqualTo(tokens.write(CURSOR));
  }

  @Test
  void aTokenWithOneCharacterReplacedIsRefused() {
    String token = tokens.write(CURSOR);
    List<String> accepted = new ArrayList<>();
    for (int i = 0; i < token.length(); i++) {
      for (String c : ALPHABET) {
        String altered = token.substring(0, i) + c + token.substring(i + 1);
        if (!altered.equals(token) && tokens.read(altered).isPresent()) {
          accepted.add("character " + i + " as " + c);
        }
      }
    }

    assertThat(accepted).isEmpty();
  }

  @Test
  void aTokenWithOneCharacterMoreOrLessIsRefused() {
    String token = tokens.write(CURSOR);
    List<String> accepted = new ArrayList<>();
    for (int i = 0; i <= token.length(); i++) {
      for (String c : ALPHABET) {
        if (tokens.read(token.substring(0, i) + c + token.substring(i)).isPresent()) {
          accepted.add(c + " before character " + i);
        }
      }
      if (i < token.length()
          && tokens.read(token.substring(0, i) + token.substring(i + 1)).isPresent()) {
        accepted.add("without character " + i);
      }
    }

    assertThat(accepted).isEmpty();
  }

  /** The decrypter joins both, so it would not notice. */
  @Test
  void aTokenWhoseTagIsDividedFromTheRestElsewhereIsRefused() {
    String token = tokens.write(CURSOR);
    String[] parts = token.split("\\.", -1);
    byte[] rest = join(decode(parts[3]), decode(parts[4]));
    List<String> accepted = new ArrayList<>();
    for (int tag = 0; tag <= rest.length; tag++) {
      parts[3] = encode(Arrays.copyOf(rest, rest.length - tag));
      parts[4] = encode(Arrays.copyOfRange(rest, rest.length - tag, rest.length));
      String altered = String.join(".", parts);
      if (!altered.equals(token) && tokens.read(altered).isPresent()) {
        accepted.add(tag + " bytes of tag");
      }
    }

    assertThat(accepted).isEmpty();
  }

  /** Nodes of other versions of the product compare it as text. */
  @Test
  void theHeaderOfATokenStaysTheSame() {
    assertThat(tokens.write(CURSOR)).startsWith(encode(HEADER.getBytes(UTF_8)) + "..");
  }

  @Test
  void aTokenUnderAnotherKeyIsRefused() {
    String theirs = new PageTokens(key((byte) 2)).write(CURSOR);

    assertThat(tokens.read(theirs)).isEmpty();
  }

  @Test
  void aTokenUnderAnotherKeyWithOurKeyIdIsRefused() throws JOSEException {
    JWEHeader ours =
        new JWEHeader.Builder(JWEAlgorithm.DIR, EncryptionMethod.A256GCM)
            .keyID(key.derive("page-token").get(0).id())
            .build();
    JWEObject forged = new JWEObject(ours, new Payload("{}"));
    forged.encrypt(new DirectEncrypter(key((byte) 2).derive("page-token").get(0).key()));

    assertThat(tokens.read(forged.serialize())).isEmpty();
  }

  @Test
  void aTokenThatIsTooLongIsRefused() {
    PageCursor longest =
        new PageCursor(
            CURSOR.issueTime(),
            CURSOR.fingerprint(),
            Optional.of(List.of(1L)),
            Optional.empty(),
            "n".repeat(5_000),
            "uid");

    assertThat(tokens.read(tokens.write(longest))).isEmpty();
  }

  @Test
  void theLongestTokenThatAListWritesIsNotTooLong() {
    assertThat(tokens.read(tokens.write(LONGEST))).contains(LONGEST);
  }

  /**
   * The key is changed from 1 to 2 on one node after the other, and key 1 is removed at the end.
   */
  @Test
  void everyNodeReadsTheTokensOfTheOthersWhileTheKeyIsBeingChanged() {
    PageTokens old = new PageTokens(key((byte) 1));
    PageTokens changed = new PageTokens(key((byte) 2, (byte) 1));
    PageTokens changedToo = new PageTokens(key((byte) 2, (byte) 1));
    PageTokens fresh = new PageTokens(key((byte) 2));

    for (PageTokens writer : List.of(old, changed)) {
      for (PageTokens reader : List.of(old, changed, changedToo)) {
        assertThat(reader.read(writer.write(CURSOR))).contains(CURSOR);
      }
    }
    for (PageTokens writer : List.of(changed, fresh)) {
      for (PageTokens reader : List.of(changed, changedToo, fresh)) {
        assertThat(reader.read(writer.write(CURSOR))).contains(CURSOR);
      }
    }
    assertThat(fresh.read(old.write(CURSOR))).isEmpty();
  }

  @Test
  void aTokenOfTwoKeysIsOneToken() {
    PageTokens changed = new PageTokens(key((byte) 2, (byte) 1));
    String token = changed.write(CURSOR);
    String[] forms = token.split("~", -1);
    PageCursor other =
        new PageCursor(
            CURSOR.issueTime(),
            CURSOR.fingerprint(),
            Optional.of(List.of(1L)),
            CURSOR.end(),
            CURSOR.value(),
            CURSOR.key());
    String[] others = changed.write(other).split("~", -1);

    assertThat(token).matches("[A-Za-z0-9._~-]+");
    assertThat(changed.read(changed.write(LONGEST))).contains(LONGEST);
    for (String altered :
        List.of(
            forms[0],
            forms[1],
            forms[0] + "~",
            "~" + forms[1],
            token + "~" + forms[1],
            forms[0] + "~....",
            forms[0] + "~" + forms[1].replace("..", ".AAAA."),
            forms[0] + "~" + forms[1].replaceFirst("[.]{2}[^.]+", ".."),
            forms[0] + "~" + forms[1].replaceFirst("^[^.]+", encode("{}".getBytes(UTF_8))),
            forms[0] + "~A" + forms[1].substring(1),
            forms[0] + "~" + others[1],
            others[0] + "~" + forms[1])) {
      assertThat(changed.read(altered)).as(altered).isEmpty();
    }
    // Nothing can be added to a token of a single key.
    String added = tokens.write(CURSOR) + "~" + new PageTokens(key((byte) 3)).write(CURSOR);
    assertThat(tokens.read(added)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ".",
        "....",
        "a.b.c.d.e",
        "null",
        "{}",
        "eyJhbGciOiJub25lIn0..",
        "eyJhbGciOiJub25lIn0....",
        "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0....",
        "bnVsbA....",
        "\ud800....",
        "MTIzNDU2Nzg5MA=="
      })
  void whatIsNoTokenIsRefused(String text) {
    assertThat(tokens.read(text)).isEmpty();
  }

  @Property
  void aHeaderThatIsMadeUpIsRefused(@ForAll("headers") String header) {
    String part = encode(header.getBytes(UTF_8));

    assertThat(tokens.read(part + "..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA")).isEmpty();
  }

  @Provide
  Arbitrary<String> headers() {
    return JoseHeaders.json();
  }

  @Provide
  Arbitrary<PageCursor> cursors() {
    Arbitrary<Long> milliseconds =
        Arbitraries.longs().between(-62_135_596_800_000L, 253_402_300_799_999L);
    Arbitrary<String> texts = Arbitraries.strings().ascii().ofMaxLength(300);
    return Combinators.combine(
            milliseconds.map(Instant::ofEpochMilli),
            texts,
            Arbitraries.longs().greaterOrEqual(0).list().ofMinSize(1).ofMaxSize(6).optional(),
            milliseconds.map(Instant::ofEpochMilli).optional(),
            texts,
            texts)
        .as(PageCursor::new);
  }

  private static byte[] decode(String part) {
    return Base64.getUrlDecoder().decode(part);
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static KeyEncryptionKey key(byte first, byte... previous) {
    Map<String, String> properties = new HashMap<>();
    properties.put("platform.key-encryption-key", base64(first));
    for (byte of : previous) {
      properties.put("platform.key-encryption-key-previous", base64(of));
    }
    return new KeyEncryptionKey(TestServices.configuration(properties));
  }

  private static String base64(byte first) {
    byte[] bytes = new byte[32];
    bytes[0] = first;
    return Base64.getEncoder().encodeToString(bytes);
  }
}
