package local.platform.db;

import static java.util.stream.Collectors.joining;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.flywaydb.core.api.CoreMigrationType;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.executor.Context;
import org.flywaydb.core.api.executor.MigrationExecutor;
import org.flywaydb.core.api.resolver.ResolvedMigration;
import org.flywaydb.core.internal.jdbc.Results;

/**
 * A migration: a file with statements, each of which ends with a semicolon at the end of a line.
 * Comments are whole lines. To Flyway it looks as if Flyway had read the file itself.
 *
 * <p>One that takes away what older versions of this server use has the line {@code -- contract:
 * 45}: versions that know the migration 45 do not use it any more.
 *
 * @param script the name of the file, such as {@code V0001__create_group.sql}
 * @param version the number as in the name
 * @param description the rest of the name
 * @param checksum Flyway's checksum of the file
 * @param text its lines without comments
 * @param contract the oldest version that does not use what is removed; empty if nothing is
 * @param vendor the database for which it is
 */
record MigrationScript(
    String script,
    String version,
    String description,
    int checksum,
    String text,
    OptionalInt contract,
    DatabaseVendor vendor)
    implements ResolvedMigration, MigrationExecutor {

  private static final Pattern END_OF_STATEMENT = Pattern.compile(";\\s*$", Pattern.MULTILINE);
  private static final Pattern CONTRACT = Pattern.compile("-- contract: (\\d+)");

  /** What may be meant as such a mark. */
  private static final Pattern MARK =
      Pattern.compile("--\\s*contract\\b.*", Pattern.CASE_INSENSITIVE);

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if its name or its mark is not as required
   */
  static MigrationScript of(String script, Reader file, DatabaseVendor vendor) throws IOException {
    Matcher name = MigrationFiles.NAME.matcher(script);
    if (!name.matches()) {
      throw new IllegalArgumentException("not the name of a migration: " + script);
    }
    try (BufferedReader reader = new BufferedReader(file)) {
      List<String> lines = reader.lines().toList();
      return new MigrationScript(
          script,
          name.group(1),
          name.group(2).replace('_', ' '),
          checksum(lines),
          lines.stream().filter(line -> !line.startsWith("--")).collect(joining("\n")),
          contract(script, lines),
          vendor);
    }
  }

  private static OptionalInt contract(String script, List<String> lines) {
    List<String> marks = lines.stream().filter(line -> MARK.matcher(line).matches()).toList();
    if (marks.isEmpty()) {
      return OptionalInt.empty();
    }
    Matcher mark = CONTRACT.matcher(marks.get(0));
    if (marks.size() > 1 || !mark.matches()) {
      throw new IllegalArgumentException(
          script + ": not one line of the form \"-- contract: 45\": " + marks);
    }
    return OptionalInt.of(Integer.parseInt(mark.group(1)));
  }

  private static int checksum(List<String> lines) {
    CRC32 checksum = new CRC32();
    lines.forEach(line -> checksum.update(line.getBytes(StandardCharsets.UTF_8)));
    return (int) checksum.getValue();
  }

  /**
   * Returns the statements in their order.
   *
   * @throws IllegalArgumentException if one is of an unknown kind
   */
  List<MigrationStatement> statements() {
    return Stream.of(END_OF_STATEMENT.split(text))
        .map(String::strip)
        .filter(statement -> !statement.isEmpty())
        .map(MigrationStatement::of)
        .toList();
  }

  int number() {
    return Integer.parseInt(version);
  }

  @Override
  public MigrationVersion getVersion() {
    return MigrationVersion.fromVersion(version);
  }

  @Override
  public String getDescription() {
    return description;
  }

  @Override
  public String getScript() {
    return script;
  }

  @Override
  public Integer getChecksum() {
    return checksum;
  }

  @Override
  public CoreMigrationType getType() {
    return CoreMigrationType.SQL;
  }

  @Override
  public String getPhysicalLocation() {
    return script;
  }

  @Override
  public MigrationExecutor getExecutor() {
    return this;
  }

  /**
   * Returns false, so that all statements are committed before Flyway records the migration,
   * possibly through another connection.
   */
  @Override
  public boolean canExecuteInTransaction() {
    return false;
  }

  @Override
  public boolean shouldExecute() {
    return true;
  }

  @Override
  public List<Results> execute(Context context) throws SQLException {
    new MigrationExecution(this, context.getConnection()).run();
    return List.of();
  }

  @Override
  public boolean checksumMatches(Integer other) {
    return getChecksum().equals(other);
  }

  @Override
  public boolean checksumMatchesWithoutBeingIdentical(Integer other) {
    return false;
  }
}
