package local.platform.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Reads the reviewed table of capabilities, in its order. */
public final class ContractCapabilities {
  private static final String FILE = "/local/platform/access/authz/capabilities.txt";
  private static final int FIRST_ROLE = 4;

  /** All rows. */
  public static final List<Row> ROWS = read();

  private ContractCapabilities() {}

  /**
   * A capability.
   *
   * @param number number on the wire
   * @param enumName name in v2
   * @param dottedName name in v1
   * @param internalOnly whether it is flagged as internal, so that no role of ours may have it
   * @param roles the roles in the table that have it
   */
  public record Row(
      int number, String enumName, String dottedName, boolean internalOnly, Set<String> roles) {}

  private static List<Row> read() {
    try (InputStream stream = ContractCapabilities.class.getResourceAsStream(FILE);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      return reader
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" ", -1))
          .map(ContractCapabilities::row)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Row row(String[] cells) {
    return new Row(
        Integer.parseInt(cells[0]),
        cells[1],
        cells[2],
        cells[3].contains("i"),
        Set.copyOf(Arrays.asList(cells).subList(FIRST_ROLE, cells.length)));
  }
}
