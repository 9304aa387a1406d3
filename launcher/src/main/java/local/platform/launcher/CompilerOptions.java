package local.platform.launcher;

import java.util.ArrayList;
import java.util.List;

/**
 * Options for the compilers of the JVM, which need more of the processor than the requests in the
 * first minute: a request passes more than a hundred methods of the application server, many of
 * them several times.
 */
final class CompilerOptions {
  /** With more, there are processors that the requests do not need in the first minute. */
  private static final int FEW_PROCESSORS = 4;

  private CompilerOptions() {}

  /**
   * Returns the options.
   *
   * @param processors number of processors of the machine
   */
  static List<String> of(int processors) {
    List<String> options = new ArrayList<>();
    // A default of the JDK before 14. With the 15 levels of today, C2 works almost twice as long on
    // these requests, and the result is not faster.
    options.add("-XX:MaxInlineLevel=9");
    // C2 delivers later, so code without profiling, which is faster, is used in the meantime.
    options.add("-XX:Tier3DelayOn=1");
    if (processors <= FEW_PROCESSORS) {
      // By default there is one thread of C2 here, which has to share a processor with the threads
      // of the requests. They end when they have nothing to do.
      options.add("-XX:CICompilerCount=8");
    }
    return options;
  }
}
