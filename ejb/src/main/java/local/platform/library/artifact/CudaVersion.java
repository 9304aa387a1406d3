package local.platform.library.artifact;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The version of CUDA that a Python package is built for. It is given as such, or by the local part
 * of the package's version: {@code 2.3.0+cu121} is for CUDA 12.1.
 */
final class CudaVersion {
  private static final Pattern LOCAL = Pattern.compile("[^+]*\\+cu([0-9]{1,9})(?:[-_.].*)?");

  private CudaVersion() {}

  /** Returns the digits in the local part of a version; empty if there are none. */
  static Optional<String> ofLocalPart(String version) {
    Matcher matcher = LOCAL.matcher(version);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** Returns what may be stored for a version that a client asks for. */
  static Set<String> matching(String asked) {
    String digits = asked.replaceFirst("^cu", "").replace(".", "");
    return Stream.of(asked, digits).collect(Collectors.toUnmodifiableSet());
  }
}
