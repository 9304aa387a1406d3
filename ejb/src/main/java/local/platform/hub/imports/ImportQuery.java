package local.platform.hub.imports;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import local.platform.foundation.paging.Condition;
import local.platform.foundation.paging.ListFilter;
import local.platform.foundation.uid.UidpFilter;

/**
 * Restricts a list of imports.
 *
 * @param uidp the part of the hierarchy
 * @param format only imports of exactly this format; empty for any
 * @param subject only imports with exactly this subject; empty for any
 */
public record ImportQuery(UidpFilter uidp, String format, String subject) {
  /**
   * Returns whether an import can have this format and this subject. They are ASCII, and MySQL
   * fails to compare them with anything else.
   */
  boolean canMatch() {
    return StandardCharsets.US_ASCII.newEncoder().canEncode(format + subject);
  }

  /** Returns what it requires of the list. */
  ListFilter filter() {
    List<Condition> conditions = new ArrayList<>();
    if (!subject.isEmpty()) {
      conditions.add(Condition.equal("subject", subject));
    }
    if (!format.isEmpty()) {
      conditions.add(Condition.equal("format", format));
    }
    return new ListFilter(uidp, conditions);
  }
}
