package local.platform.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Options of the JVM for its memory, where none are given for the same. */
final class MemoryOptions {
  /**
   * Up to so many processors, the serial collector. G1 works beside the server, for which there is
   * no processor then, and lets the heap grow to its limit.
   */
  private static final int FEW_PROCESSORS = 2;

  private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w+GC(?!\\w)");

  private static final Pattern FIRST_HEAP =
      Pattern.compile("-Xms\\S+|-XX:(InitialHeapSize|InitialRAMPercentage)=\\S+");

  private static final Pattern METASPACE = Pattern.compile("-XX:MetaspaceSize=\\S+");

  private MemoryOptions() {}

  /**
   * Returns the options.
   *
   * @param given the options that the JVM will get besides
   * @param processors how many processors it may use
   */
  static List<String> with(String given, int processors) {
    List<String> options = new ArrayList<>();
    if (!METASPACE.matcher(given).find()) {
      // Above it, Java collects garbage each time before it takes more for classes. Its own is 21
      // MB.
      options.add("-XX:MetaspaceSize=128m");
    }
    if (processors <= FEW_PROCESSORS && !COLLECTOR.matcher(given).find()) {
      options.add("-XX:+UseSerialGC");
      if (!FIRST_HEAP.matcher(given).find()) {
        // It grows the heap only when it is full, and Java's first heap is 1/64 of the machine.
        options.add("-Xms64m");
      }
    }
    return options;
  }
}
