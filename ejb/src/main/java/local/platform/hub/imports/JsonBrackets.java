package local.platform.hub.imports;

/**
 * Follows the brackets of JSON, byte by byte. It tells where a value ends, not whether it is valid.
 */
final class JsonBrackets {
  private long depth;
  private boolean isInString;
  private boolean isEscaped;

  void next(byte octet) {
    if (isInString) {
      isInString = isEscaped || octet != '"';
      isEscaped = !isEscaped && octet == '\\';
      return;
    }
    switch (octet) {
      case '"' -> isInString = true;
      case '{', '[' -> depth++;
      case '}', ']' -> depth = Math.max(0, depth - 1);
      default -> {
        // part of a number, of a name, or between values
      }
    }
  }

  /** Returns whether every bracket and every string is closed. */
  boolean areClosed() {
    return depth == 0 && !isInString;
  }
}
