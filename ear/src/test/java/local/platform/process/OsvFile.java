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
   * @param ecosystem the ecosystem of their packages
   * @param numbers the numbers of the records, in their order in the file
   * @param details how many characters each record has besides what it says
   */
  static byte[] of(String ecosystem, List<Integer> numbers, int details) {
    return Upload.lines(
        numbers.stream()
            .map(number -> record(ecosystem, number, "d".repeat(details)))
            .toArray(String[]::new));
  }

  /** The same of packages of PyPI. */
  static byte[] of(List<Integer> numbers, int details) {
    return of("PyPI", numbers, details);
  }

  /** Returns the id of a record. */
  static String id(int number) {
    return "PYSEC-2099-" + number;
  }

  /** Returns the numbers of so many records. */
  static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().collect(Collectors.toList());
  }

  private static String record(String ecosystem, int number, String details) {
    return String.format(
        Locale.ROOT,
        "{'id': '%s', 'modified': '2025-01-02T03:04:05Z', 'aliases': ['CVE-2099-%d'],"
            + " 'details': '%s', 'affected': [{'package': {'ecosystem': '%s', 'name': 'lib%d'},"
            + " 'ranges': [{'type': 'ECOSYSTEM', 'events': [{'introduced': '0'}, {'fixed':"
            + " '1.2'}]}]}]}",
        id(number),
        number + 10_000,
        details,
        ecosystem,
        number % 1_000);
  }
}
