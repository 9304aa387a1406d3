package local.platform.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Files of records of OSV, each about a package of PyPI. */
final class OsvFiles {
  private static final int WORDS = 60;
  private static final int VERSIONS = 100;

  private final int packages;
  private final Random random = new Random(1);

  /**
   * Prepares files.
   *
   * @param packages how many packages the records are about
   */
  OsvFiles(int packages) {
    this.packages = packages;
  }

  /** Returns the id of a record, which has the id of CVE with the same number, too. */
  static String id(int number) {
    return "PYSEC-2099-" + number;
  }

  /** Returns the name of the package that a record is about. */
  String packageOf(int number) {
    return "lib" + number % packages;
  }

  /**
   * Returns a zip of records, an entry for each, as public databases have it. With the same numbers
   * it has other descriptions each time.
   */
  byte[] zip(int firstNumber, int records) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(file)) {
      for (int number = firstNumber; number < firstNumber + records; number++) {
        zip.putNextEntry(new ZipEntry(id(number) + ".json"));
        zip.write(record(number).getBytes(UTF_8));
        zip.closeEntry();
      }
    }
    return file.toByteArray();
  }

  private String record(int number) {
    StringBuilder details = new StringBuilder();
    for (int i = 0; i < WORDS; i++) {
      details.append(Integer.toString(random.nextInt(1 << 24), 36)).append(' ');
    }
    return String.format(
        Locale.ROOT,
        """
        {"id": "%1$s", "modified": "2025-01-02T03:04:05Z",
          "published": "2025-01-01T03:04:05Z", "aliases": ["CVE-2099-%2$d"],
          "summary": "an example", "details": "%3$s",
          "severity": [{"type": "CVSS_V3", "score": "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"}],
          "references": [{"type": "WEB", "url": "https://example.org/%2$d"}],
          "affected": [{"package": {"ecosystem": "PyPI", "name": "%4$s"},
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "1.%5$d"}]}]}]}
        """,
        id(number),
        number,
        details,
        packageOf(number),
        random.nextInt(VERSIONS));
  }
}
