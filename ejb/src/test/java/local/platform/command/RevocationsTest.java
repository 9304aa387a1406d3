package local.platform.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.time.ClockProducer;
import local.platform.foundation.uid.Uid;
import local.platform.testing.TestServices;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is told from the text of mysqlbinlog. {@code RestoreIT} has it print this text. */
class RevocationsTest {
  private static final String GROUP = "bf9d7a4e-1c6f-4a55-9c60-0f6fb7e1a7c8";
  private static final Uid BINDING =
      new Uid("000127275c0a0d7f80ff000127275c0a0d7f8085/5c7830315c275c6e");
  private static final String END =
      "DELIMITER ;\n# End of log file\n/*!50003 SET COMPLETION_TYPE=@OLD_COMPLETION_TYPE*/;\n";
  private static final List<String> COLUMNS = List.of("uid", "identity_uid", "role_uid");

  /** The tables whose rows give nobody access. A new one must be in one of the two lists. */
  private static final Set<String> OTHERS =
      Set.of(
          "advisory",
          "advisory_alias",
          "advisory_event",
          "advisory_search",
          "change_slot",
          "feed_build",
          "feed_file",
          "feed_package",
          "feed_record",
          "flyway_position",
          "flyway_schema_history",
          "hub_import",
          "hub_import_issue",
          "hub_import_remains",
          "hub_source_remains",
          "idempotency_key",
          "image",
          "image_child",
          "image_config",
          "installation",
          "library_artifact",
          "library_content",
          "library_version",
          "proven_issuer",
          "rate_use",
          "record_statement",
          "record_vulnerability",
          "registry_namespace",
          "repo",
          "repo_content",
          "repo_readme",
          "source_record",
          "tag",
          "tag_history",
          "tombstone");

  @Test
  void aDeletionIsToldWithItsTransactionAndTheRow() throws IOException {
    String log =
        transaction(1)
            + columns("role_binding", COLUMNS)
            + row("DELETE FROM", "role_binding", List.of(quoted(BINDING), "NULL", "'\\\\\\''"), "");

    JsonNode told = told(log).get(0);

    assertThat(told.path("time").asText()).isEqualTo("2026-11-28T21:43:04.123451Z");
    assertThat(told.path("gtid").asText()).isEqualTo(GROUP + ":1");
    assertThat(told.path("database").asText()).isEqualTo("platform");
    assertThat(told.path("change").asText()).isEqualTo("deleted");
    assertThat(told.path("table").asText()).isEqualTo("role_binding");
    assertThat(told.path("row").toString())
        .isEqualTo("{\"uid\":\"" + BINDING + "\",\"role_uid\":\"5c27\"}");
    assertThat(told.has("new")).isFalse();
  }

  @Test
  void textsAndTimesAreToldAsTheyAre() throws IOException {
    String log =
        transaction(1)
            + columns("group_invite", List.of("uid", "email", "expiration_time", "single_use"))
            + row(
                "DELETE FROM",
                "group_invite",
                List.of(
                    quoted(BINDING),
                    "'Zo\u00eb \\\\n\\n\\x07\\''",
                    "'2026-11-28 01:02:03.004'",
                    "-1 (255)"),
                "");

    JsonNode row = told(log).get(0).path("row");

    assertThat(row.path("email").asText()).isEqualTo("Zo\u00eb \\n\n\u0007'");
    assertThat(row.path("expiration_time").asText()).isEqualTo("2026-11-28T01:02:03.004Z");
    assertThat(row.path("single_use").asText()).isEqualTo("-1");
  }

  @ParameterizedTest
  @CsvSource({
    "role_binding, role_uid, 'a', 'b', true",
    "role_binding, version, 1, 2, false",
    "identity, relationship_version, 0, 1, true",
    "identity, name, 'a', 'b', false",
    "role, capabilities, '1 2', '1', true",
    "role, capabilities, '1 2', '2 10 1', false",
    "role, capabilities, '1', '10', true",
    "signing_key, encrypted_jwk, 'a', 'b', false",
    "identity_provider, issuer, 'a', 'b', true",
    "identity_provider, client_secret, 'a', 'b', false",
    "account_association, amazon_account, '1', NULL, true",
    "account_association, description, '1', '2', false",
    "hub_feed, is_public, 1, 0, true",
    "hub_feed, is_listed, 1, 0, true",
    "hub_feed, is_listed, 0, 1, false",
    "hub_source, review, 'APPROVED', 'PENDING', true",
    "hub_source, review, 'PENDING', 'APPROVED', false",
    "resource_group, name, 'a', 'b', false",
  })
  void aChangeIsToldIfItTakesSomethingAway(
      String table, String column, String before, String after, boolean told) throws IOException {
    String key = Revocations.TABLES.get(table).key();
    String log =
        transaction(1)
            + columns(table, List.of(key, column))
            + row(
                "UPDATE",
                table,
                List.of(quoted(BINDING), printed(before)),
                "### SET\n###   @1=" + quoted(BINDING) + "\n###   @2=" + printed(after) + "\n");

    List<JsonNode> lines = told(log);

    assertThat(lines).hasSize(told ? 1 : 0);
    assertThat(lines).allMatch(line -> line.path("change").asText().equals("changed"));
  }

  /** JUnit takes the quotes away. */
  private static String printed(String value) {
    return value.equals("NULL") || (value.length() == 1 && Character.isDigit(value.charAt(0)))
        ? value
        : "'" + value + "'";
  }

  /** It can have stood for what the transaction had deleted that the restore leaves out. */
  @Test
  void ofWhatTheLogsHaveMadeItIsToldWhen() throws IOException {
    String binding = columns("role_binding", COLUMNS);
    List<String> row = List.of(quoted(BINDING), "'a'", "'b'");
    String made = transaction(1) + binding + row("INSERT INTO", "role_binding", row, "");
    String deleted = transaction(2) + binding + row("DELETE FROM", "role_binding", row, "");

    assertThat(told(made + deleted))
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.path("change").asText()).isEqualTo("deleted");
              assertThat(line.path("made").asText()).isEqualTo("2026-11-28T21:43:04.123451Z");
            });
    assertThat(told(deleted + made))
        .singleElement()
        .satisfies(line -> assertThat(line.has("made")).isFalse());
  }

  @Test
  void aTransactionInTheLogsOfTwoMembersIsToldOnce() throws IOException {
    String deletion =
        columns("role_binding", COLUMNS)
            + row("DELETE FROM", "role_binding", List.of(quoted(BINDING), "'a'", "'b'"), "");
    String anonymous = transaction(1).replace(GROUP + ":1", "ANONYMOUS") + deletion;

    assertThat(told(transaction(1) + deletion + transaction(1) + deletion)).hasSize(1);
    assertThat(told(transaction(1) + deletion + deletion)).hasSize(2);
    assertThat(told(anonymous + anonymous)).hasSize(2);
  }

  @Test
  void aTextThatDoesNotTellAllIsRefused() {
    String deletion = row("DELETE FROM", "role_binding", List.of("'a'", "'b'", "'c'"), "");
    String complete = transaction(1) + columns("role_binding", COLUMNS) + deletion;

    assertRefused("", "does not end as the output of mysqlbinlog does");
    assertRefused(complete, "does not end as the output of mysqlbinlog does");
    assertRefused(complete + END + "### more\n", "does not end as the output of mysqlbinlog does");
    assertRefused(transaction(1) + "BINLOG '\n" + END, "--base64-output=decode-rows");
    assertRefused(transaction(1) + deletion + END, "binlog_row_metadata=FULL");
    assertRefused(
        transaction(1)
            + columns("role_binding", COLUMNS).replaceAll("`\\w+` VAR", "VAR")
            + deletion
            + END,
        "binlog_row_metadata=FULL");
  }

  private static void assertRefused(String log, String why) {
    assertThatExceptionOfType(CommandRefusedException.class)
        .isThrownBy(() -> print(log))
        .withMessageContaining(why);
  }

  @Test
  void everyTableAndColumnIsThereAndNoTableIsForgotten() throws SQLException {
    Map<String, Set<String>> schema = new TreeMap<>();
    try (TestServices services = new TestServices(TestDatabase.H2, ClockProducer.clock());
        Connection connection = services.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT table_name, column_name FROM information_schema.columns"
                    + " WHERE table_schema = 'PUBLIC'")) {
      while (rows.next()) {
        schema
            .computeIfAbsent(rows.getString(1).toLowerCase(Locale.ROOT), name -> new TreeSet<>())
            .add(rows.getString(2).toLowerCase(Locale.ROOT));
      }
    }

    assertThat(schema.keySet())
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(Revocations.TABLES.keySet().stream(), OTHERS.stream()).toList());
    Revocations.TABLES.forEach(
        (table, access) -> assertThat(schema.get(table)).as(table).containsAll(access.columns()));
    assertThat(schema.get("identity")).contains("relationship_version");
  }

  private static String transaction(int number) {
    return """
    # at 157
    #261128 21:43:04 server id 1  end_log_pos 236 CRC32 0x6f7c2f3a \tGTID\tlast_committed=0\t\
    sequence_number=1\trbr_only=yes\toriginal_committed_timestamp=179590218412345%2$s\t\
    immediate_commit_timestamp=179590218412345%2$s\ttransaction_length=341
    SET @@SESSION.GTID_NEXT= '%1$s:%2$s'/*!*/;
    """
        .formatted(GROUP, number);
  }

  private static String columns(String table, List<String> names) {
    return "#261128 21:43:04 server id 1  end_log_pos 400 CRC32 0x6f7c2f3a \tTable_map:"
        + " `platform`.`"
        + table
        + "` mapped to number 91\n"
        + names.stream()
            .map(name -> "`" + name + "` VARBINARY(132) NOT NULL")
            .collect(Collectors.joining(",\n#         ", "# Columns(", ")\n"))
        + "# Primary Key(uid)\n# at 400\n";
  }

  private static String row(String change, String table, List<String> values, String more) {
    StringBuilder row = new StringBuilder("### " + change + " `platform`.`" + table + "`\n");
    row.append(change.equals("INSERT INTO") ? "### SET\n" : "### WHERE\n");
    for (int i = 0; i < values.size(); i++) {
      row.append("###   @").append(i + 1).append('=').append(values.get(i)).append('\n');
    }
    return row + more;
  }

  /** Returns the bytes of a uid as mysqlbinlog prints them: each a character, in quotes. */
  private static String quoted(Uid uid) {
    StringBuilder quoted = new StringBuilder("'");
    for (byte signed : uid.bytes()) {
      int each = signed & 0xff;
      switch (each) {
        case '\\', '\'' -> quoted.append('\\').append((char) each);
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        default ->
            quoted.append(
                each < 0x20
                    ? "\\x" + HexFormat.of().toHexDigits((byte) each)
                    : String.valueOf((char) each));
      }
    }
    return quoted.append('\'').toString();
  }

  private static List<JsonNode> told(String log) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : print(log + END).lines().toList()) {
      lines.add(JsonMapper.builder().build().readTree(line));
    }
    return lines;
  }

  private static String print(String log) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    // Texts of clients are in UTF-8, and what else is not ASCII here are bytes.
    byte[] text = log.replace("\u00eb", "\u00c3\u00ab").getBytes(ISO_8859_1);
    Revocations.print(new ByteArrayInputStream(text), new PrintStream(out, false, UTF_8));
    return out.toString(UTF_8);
  }
}
