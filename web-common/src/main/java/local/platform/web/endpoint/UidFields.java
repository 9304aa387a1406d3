package local.platform.web.endpoint;

import java.util.Optional;
import local.platform.error.FieldViolations;
import local.platform.uid.Uid;

/** Reads uids from the fields of messages. */
public final class UidFields {
  private UidFields() {}

  /**
   * Reads a uid.
   *
   * @return empty if it is none, which is then noted
   */
  public static Optional<Uid> read(String field, String text, FieldViolations violations) {
    Optional<Uid> uid = Uid.parse(text);
    if (uid.isEmpty()) {
      violations.add(
          field,
          "must be a uid: 40 hexadecimal digits in lower case, then any number of times a slash and 16 more");
    }
    return uid;
  }

  /** Reads a uid that may be left out; empty if it is, or if it is none, which is then noted. */
  public static Optional<Uid> readOptional(String field, String text, FieldViolations violations) {
    return text.isEmpty() ? Optional.empty() : read(field, text, violations);
  }
}
