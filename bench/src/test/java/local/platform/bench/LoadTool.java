package local.platform.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import local.platform.bench.Rounds.Result;

/** Sends load to a URL with h2load, over HTTP/1.1 and over HTTP/2. */
final class LoadTool {
  private static final Pattern DATA = Pattern.compile("\\((\\d+)\\) data");

  /** The number of bytes that gRPC puts before each message. */
  private static final int FRAME_BYTES = 5;

  private static final int PATIENCE_SECONDS = 5;

  private static final Pattern BROKEN =
      Pattern.compile("requests: .*, (\\d+) errored, (\\d+) timeout");

  private LoadTool() {}

  /**
   * A request that is sent repeatedly.
   *
   * @param url its URL
   * @param http2 whether it is sent over HTTP/2, in plain text
   * @param headers its header fields
   * @param body its body; empty for a GET
   * @param refused whether the expected answer is an error
   */
  record Request(
      String url, boolean http2, List<String> headers, Optional<byte[]> body, boolean refused) {

    /** Returns a read over HTTP/1.1. */
    static Request get(String url, String token) {
      return new Request(url, false, bearer(token), Optional.empty(), false);
    }

    /** Returns a write over HTTP/1.1. */
    static Request post(String url, String token, String json) {
      List<String> headers = new ArrayList<>(bearer(token));
      headers.add("content-type: application/json");
      return new Request(url, false, headers, Optional.of(json.getBytes(UTF_8)), false);
    }

    /** Returns a call over gRPC, with the bytes of a request message. */
    static Request grpc(String url, String token, byte[] message) {
      List<String> headers = new ArrayList<>(bearer(token));
      headers.addAll(List.of("content-type: application/grpc", "te: trailers"));
      byte[] framed = new byte[message.length + FRAME_BYTES];
      ByteBuffer.wrap(framed).put((byte) 0).putInt(message.length).put(message);
      return new Request(url, true, headers, Optional.of(framed), false);
    }

    /** Returns the same request, which is expected to be refused. */
    Request thatIsRefused() {
      return new Request(url, http2, headers, body, true);
    }

    private static List<String> bearer(String token) {
      return token.isEmpty() ? List.of() : List.of("authorization: Bearer " + token);
    }
  }

  /** Returns whether h2load cannot be started. */
  static boolean isMissing() throws InterruptedException {
    try {
      new ProcessBuilder("h2load", "--version").redirectErrorStream(true).start().waitFor();
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /**
   * Sends a request for a while, with one request at a time on each connection.
   *
   * @throws IllegalStateException if h2load fails, or if an answer is an error where none is
   *     expected, or the reverse
   */
  static Result run(Request request, int connections, int seconds)
      throws IOException, InterruptedException {
    return Result.of(
        answers(request, connections, seconds).stream().mapToLong(Answer::micros).toArray(),
        seconds);
  }

  /**
   * Does the same; returns the number of answers in each second.
   *
   * @throws IllegalStateException like {@link #run}
   */
  static long[] answersBySecond(Request request, int connections, int seconds)
      throws IOException, InterruptedException {
    List<Answer> answers = answers(request, connections, seconds);
    long start = answers.stream().mapToLong(Answer::start).min().orElseThrow();
    long[] numbers = new long[seconds];
    for (Answer answer : answers) {
      long second = TimeUnit.MICROSECONDS.toSeconds(answer.start() + answer.micros() - start);
      if (second < seconds) {
        numbers[(int) second]++;
      }
    }
    return numbers;
  }

  private static List<Answer> answers(Request request, int connections, int seconds)
      throws IOException, InterruptedException {
    Path body = Files.createTempFile("bench", ".body");
    Path log = Files.createTempFile("bench", ".log");
    Path printed = Files.createTempFile("bench", ".out");
    try {
      List<String> command =
          new ArrayList<>(
              List.of(
                  "h2load",
                  "--threads=1",
                  "--clients=" + connections,
                  "--max-concurrent-streams=1",
                  "--duration=" + seconds,
                  "--log-file=" + log));
      if (!request.http2()) {
        command.add("--h1");
      }
      request.headers().forEach(header -> command.add("--header=" + header));
      if (request.body().isPresent()) {
        Files.write(body, request.body().get());
        command.add("--data=" + body);
      }
      command.add(request.url());
      Process tool =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(printed.toFile())
              .start();
      // h2load may renew connections of HTTP/1.1 for ever once the time has run out.
      boolean ended = tool.waitFor(seconds + PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (!ended) {
        tool.destroyForcibly().waitFor();
      }
      List<Answer> answers = answers(log);
      String summary = Files.readString(printed);
      if (answers.isEmpty()
          || answers.stream().anyMatch(answer -> answer.refused() != request.refused())
          || ((ended || request.http2()) && !isWhole(summary, request, answers.size()))) {
        throw new IllegalStateException(request.url() + "\n" + summary);
      }
      return answers;
    } finally {
      Files.delete(body);
      Files.delete(log);
      Files.delete(printed);
    }
  }

  /**
   * A line of the log.
   *
   * @param start when its request was sent, in microseconds
   * @param refused whether its status is not a success
   * @param micros its latency in microseconds
   */
  private record Answer(long start, boolean refused, long micros) {}

  private static List<Answer> answers(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return lines
          .map(line -> line.split("\t", -1))
          .map(
              columns ->
                  new Answer(
                      Long.parseLong(columns[0]),
                      !columns[1].startsWith("2"),
                      Long.parseLong(columns[2])))
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static boolean isWhole(String summary, Request request, int answers) {
    Matcher broken = BROKEN.matcher(summary);
    Matcher data = DATA.matcher(summary);
    return broken.find()
        && Long.parseLong(broken.group(1)) + Long.parseLong(broken.group(2)) == 0
        && data.find()
        // over gRPC a refusal is a success of HTTP, without a message
        && (!request.http2() || Long.parseLong(data.group(1)) > (long) answers * FRAME_BYTES);
  }
}
