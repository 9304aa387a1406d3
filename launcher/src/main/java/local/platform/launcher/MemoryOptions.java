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

  /** Files of options may have any. */
  private static final Pattern FILE = Pattern.compile("@.*|-XX:(Flags|VMOptionsFile)=.*");

  private static final Pattern COLLECTOR =
      Pattern.compile("-XX:\\+Use\\w+GC|-XX:G1.*|-XX:ActiveProcessorCount=.*");

  private static final Pattern FIRST_HEAP =
      Pattern.compile("-Xms.*|-XX:(InitialHeapSize|MinHeapSize|InitialRAMPercentage)=.*");

  private static final Pattern SURVIVORS = Pattern.compile("-XX:TargetSurvivorRatio=.*");

  private static final Pattern METASPACE = Pattern.compile("-XX:MetaspaceSize=.*");

  private MemoryOptions() {}

  /**
   * Returns the options.
   *
   * @param given the options that the JVM will get besides
   * @param processors how many processors it may use
   */
  static List<String> with(List<String> given, int processors) {
    List<String> options = new ArrayList<>();
    if (has(given, FILE)) {
      return options;
    }
    if (!has(given, METASPACE)) {
      // The classes need more than the 21 MB at which Java begins to collect garbage for room.
      options.add("-XX:MetaspaceSize=128m");
    }
    if (processors <= FEW_PROCESSORS && !has(given, COLLECTOR)) {
      options.add("-XX:+UseSerialGC");
      if (!has(given, FIRST_HEAP)) {
        // It grows the heap only when it is full, and Java's first heap is 1/64 of the machine.
        options.add("-Xms64m");
      }
      if (!has(given, SURVIVORS)) {
        // Otherwise pages that are being answered soon count as old, and make the heap grow.
        options.add("-XX:TargetSurvivorRatio=90");
      }
    }
    return options;
  }

  private static boolean has(List<String> given, Pattern option) {
    return given.stream().anyMatch(option.asMatchPredicate());
  }
}
