package local.platform.foundation.uid;

import java.io.Serializable;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The identifier of a record: 40 lower-case hexadecimal digits for a root, and for everything below
 * a root the parent's uid, a slash and 16 more digits. Uids compare as text, which puts a parent
 * before all that lies below it and keeps a subtree together.
 *
 * @param value the text
 */
public record Uid(String value) implements Comparable<Uid>, Serializable {
  /** Longest text of a uid, in characters: a root and 14 more segments. */
  public static final int MAX_LENGTH = 278;

  /** Most segments that a group has below its root. */
  public static final int MAX_GROUP_DEPTH = 12;

  private static final int ROOT_LENGTH = 40;
  private static final int SEGMENT_LENGTH = 16;
  private static final int ROOT_BYTES = ROOT_LENGTH / 2;
  private static final int SEGMENT_BYTES = SEGMENT_LENGTH / 2;
  private static final HexFormat HEX = HexFormat.of();
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * Creates a uid from a text that is known to be one.
   *
   * @throws IllegalArgumentException if it is not; for input from clients, see {@link #parse}
   */
  public Uid {
    if (!isUid(value)) {
      throw new IllegalArgumentException("not a uid");
    }
  }

  /** Parses a text from outside; empty if it is not a uid. */
  public static Optional<Uid> parse(String text) {
    return isUid(text) ? Optional.of(new Uid(text)) : Optional.empty();
  }

  /**
   * Creates a uid from its bytes, as {@link #bytes} returns them.
   *
   * @throws IllegalArgumentException if they are not those of a uid
   */
  public static Uid ofBytes(byte[] bytes) {
    int root = Math.min(bytes.length, ROOT_BYTES);
    StringBuilder text = new StringBuilder(MAX_LENGTH).append(HEX.formatHex(bytes, 0, root));
    for (int start = root; start < bytes.length; start += SEGMENT_BYTES) {
      int end = Math.min(bytes.length, start + SEGMENT_BYTES);
      text.append('/').append(HEX.formatHex(bytes, start, end));
    }
    return new Uid(text.toString());
  }

  /**
   * Returns what is stored of this uid: 20 bytes for the root, and 8 for each further segment. In
   * databases, bytes have the order of the texts.
   */
  public byte[] bytes() {
    return HEX.parseHex(value.replace("/", ""));
  }

  /** Creates the uid of a new root: 20 random bytes. */
  public static Uid newRoot() {
    return new Uid(randomHex(ROOT_BYTES));
  }

  /** Creates the uid of a new child of this one: 8 more random bytes. */
  public Uid newChild() {
    return new Uid(value + "/" + randomHex(SEGMENT_BYTES));
  }

  /** Returns whether this is a root: an organization or a built-in role. */
  public boolean isRoot() {
    return value.length() == ROOT_LENGTH;
  }

  /** Returns the root of the organization that contains this one; this one if it is a root. */
  public Uid root() {
    return isRoot() ? this : new Uid(value.substring(0, ROOT_LENGTH));
  }

  /** Returns the parent; empty for a root. */
  public Optional<Uid> parent() {
    return isRoot()
        ? Optional.empty()
        : Optional.of(new Uid(value.substring(0, value.length() - SEGMENT_LENGTH - 1)));
  }

  /** Returns the number of segments below the root: 0 for a root. */
  public int depth() {
    return (value.length() - ROOT_LENGTH) / (SEGMENT_LENGTH + 1);
  }

  /** Returns the uids strictly above this one, from the root down. */
  public List<Uid> ancestors() {
    List<Uid> ancestors = new ArrayList<>(depth());
    for (int end = ROOT_LENGTH; end < value.length(); end += SEGMENT_LENGTH + 1) {
      ancestors.add(new Uid(value.substring(0, end)));
    }
    return ancestors;
  }

  /** Returns whether the other lies strictly below this one. */
  public boolean isAncestorOf(Uid other) {
    return other.value.length() > value.length()
        && other.value.charAt(value.length()) == '/'
        && other.value.startsWith(value);
  }

  /** Returns whether the other is this one or lies below it. */
  public boolean covers(Uid other) {
    return equals(other) || isAncestorOf(other);
  }

  /**
   * Returns the smallest uid after this one and everything below it; empty if there is none. All
   * segments have a fixed width, so it is this one with its last segment plus one. A segment of
   * {@code f} alone is the last one below its parent, and what comes after the parent follows.
   */
  public Optional<Uid> next() {
    int start = value.lastIndexOf('/') + 1;
    int width = value.length() - start;
    String next = new BigInteger(value.substring(start), 16).add(BigInteger.ONE).toString(16);
    return next.length() > width
        ? parent().flatMap(Uid::next)
        : Optional.of(
            new Uid(value.substring(0, start) + "0".repeat(width - next.length()) + next));
  }

  @Override
  public int compareTo(Uid other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }

  /**
   * Returns whether a text matches {@code [0-9a-f]{40}(/[0-9a-f]{16})*}. Written by hand for speed:
   * it runs for every prefix of every uid in a request.
   */
  private static boolean isUid(String text) {
    int length = text.length();
    if (length < ROOT_LENGTH
        || length > MAX_LENGTH
        || (length - ROOT_LENGTH) % (SEGMENT_LENGTH + 1) != 0) {
      return false;
    }
    int separator = ROOT_LENGTH;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (i == separator) {
        separator += SEGMENT_LENGTH + 1;
        if (c != '/') {
          return false;
        }
      } else if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }

  private static String randomHex(int length) {
    byte[] bytes = new byte[length];
    RANDOM.nextBytes(bytes);
    return HEX.formatHex(bytes);
  }
}
