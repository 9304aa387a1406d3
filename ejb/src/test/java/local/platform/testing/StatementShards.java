package local.platform.testing;

import static java.util.stream.Collectors.toSet;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.access.authz.BuiltInRole;
import local.platform.foundation.uid.Uid;
import local.platform.testing.StatementForm.Relation;

/**
 * How many organizations a statement names, and so on how many shards it runs.
 *
 * <p>The organization of a uid is its root. Not an organization of their own are the end of a range
 * of uids, which is the root after the one where it begins, and built-in roles, which every shard
 * has.
 *
 * <p>A statement that names one organization names one only if it says that its rows lie there: in
 * its conditions as the value of a column or as both ends of a range, or in a row that it inserts.
 * A uid in a column that refers to other organizations, such as the identity of a role binding,
 * does not say so; and a statement that joins tables by such a column reads rows of any number of
 * organizations.
 */
enum StatementShards {
  /** It does not say in which organization its rows lie. */
  NONE,
  /** Its rows lie in one organization, and it names no other. */
  ONE,
  /** Its rows lie in one organization, and refer to another one. */
  ELSEWHERE,
  /** Its rows lie in several organizations. */
  SEVERAL;

  private static final int ROOT_BYTES = 20;
  private static final int SEGMENT_BYTES = 8;
  private static final int MAX_BYTES = 132;

  /**
   * Tells the number of organizations of a statement.
   *
   * @param bound the parameters that are bytes, by their index from 1
   * @param elsewhere the columns of the statement's tables that refer to other organizations
   */
  static StatementShards of(StatementForm form, Map<Integer, byte[]> bound, Set<String> elsewhere) {
    Set<Uid> named = new HashSet<>();
    Set<Uid> located = new HashSet<>();
    Map<Relation, Set<Uid>> related = new EnumMap<>(Relation.class);
    for (StatementForm.Literal value : form.values(bound)) {
      String column = value.operand().column();
      Optional<Uid> uid =
          column.isEmpty() || column.endsWith("uid")
              ? uid(value.bytes().array())
              : Optional.empty();
      if (uid.isPresent() && !isBuiltInRole(form, column, uid.get())) {
        named.add(uid.get());
        if (!elsewhere.contains(column)) {
          located.add(uid.get());
        }
        if (!elsewhere.contains(column) && !column.isEmpty()) {
          related
              .computeIfAbsent(value.operand().relation(), key -> new HashSet<>())
              .add(uid.get());
        }
      }
    }
    if (form.joined().stream().anyMatch(elsewhere::contains) || organizations(located).size() > 1) {
      return SEVERAL;
    }
    if (!isPlaced(related)) {
      return NONE;
    }
    return organizations(named).size() > 1 ? ELSEWHERE : ONE;
  }

  private static boolean isBuiltInRole(StatementForm form, String column, Uid uid) {
    boolean isRole = column.endsWith("role_uid") || form.tables().contains("role");
    return isRole && BuiltInRole.of(uid).isPresent();
  }

  private static Optional<Uid> uid(byte[] bytes) {
    boolean isUid =
        bytes.length >= ROOT_BYTES
            && bytes.length <= MAX_BYTES
            && (bytes.length - ROOT_BYTES) % SEGMENT_BYTES == 0;
    return isUid ? Optional.of(Uid.ofBytes(bytes)) : Optional.empty();
  }

  private static Set<Uid> organizations(Set<Uid> uids) {
    Set<Uid> roots = roots(uids);
    Set<Uid> ends = roots.stream().flatMap(root -> root.next().stream()).collect(toSet());
    return roots.stream()
        .filter(root -> !(ends.contains(root) && uids.contains(root)))
        .collect(toSet());
  }

  private static Set<Uid> roots(Set<Uid> uids) {
    return uids.stream().map(Uid::root).collect(toSet());
  }

  private static boolean isPlaced(Map<Relation, Set<Uid>> related) {
    if (related.containsKey(Relation.EQUAL)) {
      return true;
    }
    Set<Uid> until = roots(related.getOrDefault(Relation.UNTIL, Set.of()));
    return roots(related.getOrDefault(Relation.FROM, Set.of())).stream()
        .anyMatch(root -> until.contains(root) || root.next().filter(until::contains).isPresent());
  }
}
