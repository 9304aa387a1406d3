package local.platform.hub.imports;

/** A way in which a file holds records. The bytes of the file tell which one it is. */
public enum Container {
  /** A record on each line, plain or compressed with gzip. Any file counts as lines. */
  LINES("lines"),
  /**
   * JSON, plain or compressed with gzip: an object on each line, one object over several lines, or
   * an array of objects.
   */
  JSON("a JSON object, a JSON array, or JSON lines, each of them also compressed with gzip"),
  /** A zip, each of whose entries is a record. */
  ZIP("a zip");

  private final String text;

  Container(String text) {
    this.text = text;
  }

  /** Returns what such a file is, for people. */
  String text() {
    return text;
  }
}
