package local.platform.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Measures the heap of another process. */
final class Heap {
  private static final Pattern TOTAL = Pattern.compile("\nTotal\\s+\\d+\\s+(\\d+)");

  private Heap() {}

  /**
   * Returns the size of all live objects, in megabytes: the histogram is made after a collection.
   */
  static long megabytes(long pid) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/jcmd",
                String.valueOf(pid),
                "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    Matcher total = TOTAL.matcher(output);
    if (!total.find()) {
      throw new IllegalStateException("jcmd does not tell the heap");
    }
    return Long.parseLong(total.group(1)) >> 20;
  }
}
