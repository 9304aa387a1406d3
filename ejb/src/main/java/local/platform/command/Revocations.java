package local.platform.command;

import com.nimbusds.jose.util.JSONObjectUtils;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.command.RowChange.Transaction;
import local.platform.foundation.uid.Uid;
import org.jspecify.annotations.Nullable;

/**
 * Tells what took access away, from binary logs of MySQL. After a restore to a moment before them
 * all of that is undone, and must be repeated.
 */
final class Revocations {
  private static final String UID = "uid";
  private static final String NAME = "name";

  /** What mysqlbinlog prints in the place of the identifier where there are none. */
  private static final String ANONYMOUS = "ANONYMOUS";

  /** How an identity is recognised, apart from its version. */
  private static final List<String> RELATIONSHIP =
      List.of(
          "relationship",
          "issuer",
          "issuer_pattern",
          "subject",
          "subject_pattern",
          "audience",
          "audience_pattern",
          "claims",
          "claim_patterns",
          "issuer_keys",
          "expiration_time",
          "aws_account",
          "aws_arn",
          "aws_arn_pattern",
          "aws_user_id",
          "aws_user_id_pattern",
          "service_principal");

  /** The tables whose rows give access. */
  static final Map<String, Access> TABLES = tables();

  private final PrintStream out;

  /** The identifiers of what was read: transactions of a group are in the logs of each member. */
  private final Set<String> gtids = new HashSet<>();

  /** The keys of rows that were inserted by what was read, each with the time. */
  private final Map<List<String>, String> made = new HashMap<>();

  private long current;
  private boolean repeated;

  private Revocations(PrintStream out) {
    this.out = out;
  }

  /**
   * A table whose rows give access.
   *
   * @param key the column by which a row is known
   * @param told further columns that are told
   * @param takesAway whether a change of a row takes away access that it gave
   */
  record Access(String key, List<String> told, Predicate<RowChange> takesAway) {
    /** Returns the columns that are told, the key first. */
    List<String> columns() {
      return Stream.concat(Stream.of(key), told.stream()).toList();
    }
  }

  private static Map<String, Access> tables() {
    Map<String, Access> tables = new HashMap<>();
    tables.put("role_binding", replaceable("identity_uid", "role_uid"));
    tables.put(
        "identity",
        // What recognises it is given again, or expires earlier, with another version.
        new Access(UID, named(RELATIONSHIP), change -> change.changes("relationship_version")));
    tables.put("operator", new Access("identity_uid", List.of(), change -> false));
    tables.put(
        "signing_key",
        // Its encryption is renewed with another key.
        new Access("kid", List.of("generation", "create_time"), change -> false));
    tables.put(
        "role", new Access(UID, List.of(NAME, "capabilities"), Revocations::losesCapabilities));
    tables.put(
        "group_invite",
        new Access(
            UID, List.of("email", "role_uid", "single_use", "expiration_time"), change -> false));
    tables.put("resource_group", new Access(UID, List.of(NAME), change -> false));
    tables.put(
        "identity_provider",
        replaceable("issuer", "client_id", "default_role_uid", "groups_claim", "correlation_rule"));
    tables.put(
        "account_association",
        replaceable(
            "amazon_account",
            "google_project_id",
            "google_project_number",
            "service_bindings",
            "azure_tenant_id",
            "azure_client_ids",
            "github_app_installations"));
    tables.put(
        "hub_feed",
        new Access(
            UID,
            List.of(NAME, "is_public", "is_listed"),
            change -> isCleared(change, "is_public") || isCleared(change, "is_listed")));
    tables.put(
        "hub_source",
        new Access(
            UID,
            List.of(NAME, "format", "review", "approver_uid"),
            change ->
                change.changes("review")
                    && !RowChange.text(change.after(), "review").equals(Optional.of("APPROVED"))));
    return Map.copyOf(tables);
  }

  /** Returns a table whose rows give something else when one of these columns changes. */
  private static Access replaceable(String... columns) {
    return new Access(
        UID, List.of(columns), change -> Stream.of(columns).anyMatch(change::changes));
  }

  private static List<String> named(List<String> columns) {
    return Stream.concat(Stream.of(NAME), columns.stream()).toList();
  }

  private static boolean isCleared(RowChange change, String column) {
    return change.changes(column)
        && RowChange.text(change.after(), column).equals(Optional.of("0"));
  }

  private static boolean losesCapabilities(RowChange change) {
    return change.changes("capabilities")
        && !words(change.after(), "capabilities")
            .containsAll(words(change.before(), "capabilities"));
  }

  private static Set<String> words(Map<String, @Nullable String> row, String column) {
    return RowChange.text(row, column).stream()
        .flatMap(text -> Stream.of(text.split(" ", -1)))
        .collect(Collectors.toSet());
  }

  /**
   * Prints each deletion of a row that gave access, and each change that took access away, as a
   * line of JSON, in the order of the logs. Of transactions that occur more than once, it prints
   * only the first. A restore does not bring back rows that the logs have inserted; but they may
   * have stood for others that it does bring back. So it tells of them when they were made.
   *
   * @param logs what mysqlbinlog prints with {@link BinaryLogText#OPTIONS}
   * @throws CommandRefusedException if it is not complete, or cannot be understood; what was
   *     printed is then not all
   */
  static void print(InputStream logs, PrintStream out) {
    Revocations revocations = new Revocations(out);
    try {
      BinaryLogText.read(logs, TABLES.keySet(), revocations::read);
    } catch (IOException e) {
      throw new CommandRefusedException("the input cannot be read: " + e.getMessage());
    } finally {
      out.flush();
    }
  }

  private void read(RowChange change) {
    Transaction transaction = change.transaction();
    if (transaction.number() != current) {
      current = transaction.number();
      repeated = !transaction.gtid().equals(ANONYMOUS) && !gtids.add(transaction.gtid());
    }
    if (repeated) {
      return;
    }
    Access access = TABLES.get(change.table());
    Map<String, @Nullable String> row = change.isInsert() ? change.after() : change.before();
    List<String> key =
        List.of(change.database(), change.table(), String.valueOf(row.get(access.key())));
    if (change.isInsert()) {
      made.put(key, time(transaction));
    } else if (change.isDelete() || access.takesAway().test(change)) {
      tell(change, access, Optional.ofNullable(made.get(key)));
    }
  }

  private static String time(Transaction transaction) {
    return Instant.EPOCH.plus(transaction.time(), ChronoUnit.MICROS).toString();
  }

  private void tell(RowChange change, Access access, Optional<String> madeAt) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("time", time(change.transaction()));
    madeAt.ifPresent(time -> line.put("made", time));
    line.put("gtid", change.transaction().gtid());
    line.put("database", change.database());
    line.put("change", change.isDelete() ? "deleted" : "changed");
    line.put("table", change.table());
    line.put("row", told(change.before(), access.columns(), column -> true));
    if (!change.isDelete()) {
      line.put("new", told(change.after(), access.told(), change::changes));
    }
    out.println(JSONObjectUtils.toJSONString(line));
  }

  private static Map<String, Object> told(
      Map<String, @Nullable String> row, List<String> columns, Predicate<String> wanted) {
    Map<String, Object> told = new LinkedHashMap<>();
    columns.stream()
        .filter(wanted)
        .forEach(column -> told(row, column).ifPresent(value -> told.put(column, value)));
    return told;
  }

  private static Optional<String> told(Map<String, @Nullable String> row, String column) {
    if (column.endsWith(UID)) {
      return RowChange.bytes(row, column).map(Revocations::uid);
    }
    return RowChange.text(row, column)
        .map(column.endsWith("_time") ? Revocations::instant : Function.identity());
  }

  private static String uid(byte[] bytes) {
    try {
      return Uid.ofBytes(bytes).toString();
    } catch (IllegalArgumentException e) {
      return HexFormat.of().formatHex(bytes); // of a version that stored texts
    }
  }

  private static String instant(String stored) {
    return stored.replace(' ', 'T') + "Z";
  }
}
