package local.platform.launcher;

import java.util.List;

/**
 * Options for the compilers of the JVM, which need more of the processor than the requests in the
 * first minute: a request passes more than a hundred methods of the application server, many of
 * them several times.
 */
final class CompilerOptions {
  /**
   * The options. {@code MaxInlineLevel=9} was the default of the JDK before 14; with the 15 levels
   * of today, C2 works longer on these requests, and the result is not faster. With {@code
   * Tier3DelayOn=1}, methods that are compiled while C2 is behind do not collect profiles, without
   * which they are faster.
   */
  static final List<String> ALL = List.of("-XX:MaxInlineLevel=9", "-XX:Tier3DelayOn=1");

  private CompilerOptions() {}
}
