package local.platform.web.endpoint;

import java.util.Optional;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.uid.Uid;

/** Reads uids from the fields of messages. */
public final class UidFields {
  private UidFields() {}

  /**
   * Reads a uid.
   *
   * @return the uid; empty if the text is not one, which is added to the violations
   */
  public static Optional<Uid> read(String field, String text, FieldViolations violations) {
    Optional<Uid> uid = Uid.parse(text);
    if (uid.isEmpty()) {
      violations.add(
          field,
          "must be a uid: 40 hexadecimal digits in lower case, followed by any number of parts that are a slash and 16 more digits");
    }
    return uid;
  }

  /**
   * Reads an optional uid.
   *
   * @return the uid; empty if the text is empty, or if it is not a uid, which is added to the
   *     violations
   */
  public static Optional<Uid> readOptional(String field, String text, FieldViolations violations) {
    return text.isEmpty() ? Optional.empty() : read(field, text, violations);
  }
}
