package local.platform.library.artifact;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import local.platform.foundation.digest.Sha256;
import local.platform.foundation.uid.Uid;

/**
 * Identifies an artifact by its ecosystem, and a hash of its group, ecosystem and name.
 *
 * @param ecosystem the ecosystem
 * @param hash the hash
 */
record ArtifactId(Ecosystem ecosystem, Hash hash) {
  private static final Pattern TEXT = Pattern.compile("([a-z]{1,16})-([0-9a-f]{40})");

  /** The first 20 bytes of a SHA-256, over parts each of which follows its length. */
  record Hash(String hex) implements Comparable<Hash> {
    private static final int LENGTH = 20;

    static Hash of(String... parts) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      for (String part : parts) {
        byte[] encoded = part.getBytes(StandardCharsets.UTF_8);
        bytes.writeBytes((encoded.length + ":").getBytes(StandardCharsets.US_ASCII));
        bytes.writeBytes(encoded);
      }
      return of(Arrays.copyOf(Sha256.of(bytes.toByteArray()), LENGTH));
    }

    static Hash of(byte[] bytes) {
      return new Hash(HexFormat.of().formatHex(bytes));
    }

    byte[] bytes() {
      return HexFormat.of().parseHex(hex);
    }

    /** Sets a parameter of a statement to a hash. */
    static void set(PreparedStatement statement, int index, Hash hash) throws SQLException {
      statement.setBytes(index, hash.bytes());
    }

    /** Returns the first eight bytes as a number. */
    long prefix() {
      return Long.parseUnsignedLong(hex, 0, 2 * Long.BYTES, 16);
    }

    @Override
    public int compareTo(Hash other) {
      return hex.compareTo(other.hex);
    }
  }

  /** Returns the id of an artifact. */
  static ArtifactId of(Uid group, Ecosystem ecosystem, String name) {
    return new ArtifactId(
        ecosystem,
        Hash.of("artifact", group.value(), ecosystem.text(), ecosystem.normalForm(name)));
  }

  /** Parses an id from outside; empty if it is none. */
  static Optional<ArtifactId> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    return matcher.matches()
        ? Ecosystem.named(matcher.group(1))
            .map(ecosystem -> new ArtifactId(ecosystem, new Hash(matcher.group(2))))
        : Optional.empty();
  }

  /** Returns the hash of a version of this artifact. */
  Hash version(String version, SourceType sourceType) {
    return Hash.of("version", hash.hex(), version, sourceType.name());
  }

  /** Returns the text that clients see. */
  String text() {
    return ecosystem.text() + "-" + hash.hex();
  }
}
