package local.platform.library.version;

/** A number of any length. */
record Digits(String text) implements Comparable<Digits> {
  static final Digits ZERO = new Digits("0");

  /** Creates a number from decimal digits in ASCII, at least one; leading zeros have no meaning. */
  Digits {
    int start = 0;
    while (start < text.length() - 1 && text.charAt(start) == '0') {
      start++;
    }
    text = text.substring(start);
  }

  boolean isZero() {
    return text.equals("0");
  }

  /** Returns whether a text consists of decimal digits in ASCII, at least one. */
  static boolean are(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  @Override
  public int compareTo(Digits other) {
    int byLength = Integer.compare(text.length(), other.text.length());
    return byLength == 0 ? text.compareTo(other.text) : byLength;
  }
}
