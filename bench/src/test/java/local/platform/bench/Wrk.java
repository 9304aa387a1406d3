package local.platform.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Drives a URL with wrk. */
final class Wrk {
  private static final Pattern REQUESTS = Pattern.compile("Requests/sec:\\s+([0-9.]+)");
  private static final Pattern PERCENTILE = Pattern.compile("\\s(50|99)%\\s+([0-9.]+)(us|ms|s)\\b");

  private Wrk() {}

  /**
   * What wrk measured.
   *
   * @param perSecond requests per second
   * @param median median latency in milliseconds
   * @param p99 99th percentile of the latency in milliseconds
   */
  record Result(double perSecond, double median, double p99) {}

  /** Whether wrk cannot be started. */
  static boolean isMissing() throws InterruptedException {
    try {
      new ProcessBuilder("wrk", "-v").redirectErrorStream(true).start().waitFor();
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /**
   * Runs wrk.
   *
   * @param refused whether the answers are errors
   * @throws IllegalStateException if wrk fails, or an answer was an error where none should be
   */
  static Result run(String url, Path script, int connections, int seconds, boolean refused)
      throws IOException, InterruptedException {
    Process wrk =
        new ProcessBuilder(
                List.of(
                    "wrk",
                    "--threads",
                    "1",
                    "--connections",
                    String.valueOf(connections),
                    "--duration",
                    seconds + "s",
                    "--timeout",
                    "10s",
                    "--latency",
                    "--script",
                    script.toString(),
                    url))
            .redirectErrorStream(true)
            .start();
    String output = new String(wrk.getInputStream().readAllBytes(), UTF_8);
    Matcher requests = REQUESTS.matcher(output);
    if (wrk.waitFor() != 0
        || !requests.find()
        || output.contains("Non-2xx") != refused
        || output.contains("Socket errors")) {
      throw new IllegalStateException(url + "\n" + output);
    }
    double median = 0;
    double p99 = 0;
    Matcher percentile = PERCENTILE.matcher(output);
    while (percentile.find()) {
      double millis = Double.parseDouble(percentile.group(2)) * millisPer(percentile.group(3));
      if (percentile.group(1).equals("50")) {
        median = millis;
      } else {
        p99 = millis;
      }
    }
    return new Result(Double.parseDouble(requests.group(1)), median, p99);
  }

  private static double millisPer(String unit) {
    return switch (unit) {
      case "us" -> 0.001;
      case "ms" -> 1;
      default -> 1_000;
    };
  }

  /** A script that sends this request. The token is in a file and not in a command line. */
  static Path script(Path directory, String name, String method, String token, String body)
      throws IOException {
    Path script = directory.resolve(name + ".lua");
    Files.writeString(
        script,
        """
        wrk.method = "%s"
        wrk.headers["Content-Type"] = "application/json"
        %s
        %s
        """
            .formatted(
                method,
                token.isEmpty() ? "" : "wrk.headers[\"Authorization\"] = \"Bearer " + token + "\"",
                body.isEmpty() ? "" : "wrk.body = [[" + body + "]]"));
    return script;
  }
}
