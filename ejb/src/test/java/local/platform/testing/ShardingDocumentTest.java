package local.platform.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShardingDocumentTest {
  private static final Path SCHEMA = Path.of("../db/src/test/resources/schema/mysql");
  private static final Pattern UID = Pattern.compile("(?m)^  (\\w*uid) varbinary");

  /** A table that it does not name would not be checked, nor a column whose meaning is not told. */
  @Test
  void itTellsOfEachUidInTheSchemaWhetherTheRowLiesThere() throws IOException {
    ShardingDocument document = ShardingDocument.at(ShardingDocument.path().orElseThrow());
    Map<String, Set<String>> told = new TreeMap<>();
    document
        .located()
        .forEach(
            (table, located) -> {
              Set<String> elsewhere = document.elsewhere().get(table);
              assertThat(Collections.disjoint(located, elsewhere)).as(table).isTrue();
              told.put(
                  table,
                  Stream.concat(located.stream(), elsewhere.stream())
                      .filter(column -> column.endsWith("uid"))
                      .collect(Collectors.toCollection(TreeSet::new)));
            });

    assertThat(told).isEqualTo(uidsOfTheSchema());
  }

  private static Map<String, Set<String>> uidsOfTheSchema() throws IOException {
    Map<String, Set<String>> uids = new TreeMap<>();
    try (Stream<Path> tables = Files.list(SCHEMA)) {
      for (Path table : tables.toList()) {
        uids.put(
            table.getFileName().toString().replace(".txt", ""),
            UID.matcher(Files.readString(table))
                .results()
                .map(column -> column.group(1))
                .collect(Collectors.toCollection(TreeSet::new)));
      }
    }
    return uids;
  }

  @Test
  void aListIsOneLineWhateverItsConditions() {
    StatementForm one = StatementForm.of("select uid from tag where name > ? and form = ?");
    StatementForm all = StatementForm.of("select uid from tag order by uid");

    assertThat(ShardingDocument.entry(StatementShards.NONE, one, false))
        .isEqualTo("none select tag by form, name");
    assertThat(ShardingDocument.entry(StatementShards.NONE, one, true))
        .isEqualTo(ShardingDocument.entry(StatementShards.NONE, all, true))
        .isEqualTo("none select tag by ...");
  }

  @Test
  void aStatementIsListedOnce() {
    String twice = "```text\nnone    select a\n```\n\n```text\nnone select a\n```\n";

    assertThatThrownBy(() -> ShardingDocument.of(twice)).hasMessageContaining("none select a");
  }
}
