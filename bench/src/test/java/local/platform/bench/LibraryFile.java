package local.platform.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Random;

/** Makes files of artifacts to import. */
final class LibraryFile {
  private LibraryFile() {}

  /** Returns the lines of artifacts with random names, which have so many versions each. */
  static byte[] of(Random random, int artifacts, int versions) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < artifacts; i++) {
      String name = "org.example:" + Long.toHexString(random.nextLong());
      for (int j = 0; j < versions; j++) {
        lines
            .append("{\"name\": \"")
            .append(name)
            .append("\", \"version\": \"1.")
            .append(j)
            .append("\", \"description\": \"an example\", \"sizeBytes\": 12345}\n");
      }
    }
    return lines.toString().getBytes(UTF_8);
  }
}
