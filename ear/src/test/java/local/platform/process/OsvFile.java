package local.platform.process;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import local.platform.contract.testing.Upload;

/** Files of OSV records. Each record says of one package in which version it is fixed. */
final class OsvFile {
  private OsvFile() {}

  /**
   * Returns a file, a record in each line.
   *
   * @param numbers the numbers of the records, in their order in the file
   * @param details how many characters each record has besides what it says
   */
  static byte[] of(List<Integer> numbers, int details) {
    return Upload.lines(
        numbers.stream().map(number -> record(number, "d".repeat(details))).toArray(String[]::new));
  }

  /** Returns the numbers of so many records. */
  static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().collect(Collectors.toList());
  }

  private static String record(int number, String details) {
    return String.format(
        Locale.ROOT,
        "{'id': 'PYSEC-2099-%d', 'modified': '2025-01-02T03:04:05Z', 'aliases': ['CVE-2099-%d'],"
            + " 'details': '%s', 'affected': [{'package': {'ecosystem': 'PyPI', 'name': 'lib%d'},"
            + " 'ranges': [{'type': 'ECOSYSTEM', 'events': [{'introduced': '0'}, {'fixed':"
            + " '1.2'}]}]}]}",
        number,
        number + 10_000,
        details,
        number % 1_000);
  }
}
