package local.platform.contract.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends bytes that no HTTP client would send. The first reply of a server, if it is whole, must be
 * as the OpenAPI documents describe it.
 */
public final class RawHttp {
  private static final int TIMEOUT_MILLIS = 15_000;
  private static final Pattern LENGTH =
      Pattern.compile("\r\nContent-Length: ([0-9]+)\r\n", Pattern.CASE_INSENSITIVE);

  /** A request line by which a server knows what is asked for. */
  private static final Pattern REQUEST =
      Pattern.compile("(?<method>[A-Z]+) (?<path>/[^\\s?#]*)\\S* HTTP/1\\.[01]\r\n");

  /** Far more than the server takes. */
  private static final int MAX_REQUEST_LINE = 100_000;

  private RawHttp() {}

  /**
   * Sends bytes and reads until the server closes the connection, which it must.
   *
   * @return what was received, one character for each byte
   */
  public static String exchange(URI url, byte[] bytes) {
    Received received = send(url, bytes, TIMEOUT_MILLIS);
    if (!received.closed()) {
      throw new AssertionError("the server did not close after: " + received.text());
    }
    return received.text();
  }

  /**
   * Sends bytes and reads until the server closes the connection or is silent for this many
   * milliseconds, because it may wait for more.
   *
   * @return what was received, one character for each byte
   */
  public static String exchange(URI url, byte[] bytes, int timeoutMillis) {
    return send(url, bytes, timeoutMillis).text();
  }

  /**
   * Sends bytes on a connection and reads one answer: as much as it says in {@code Content-Length},
   * or until the connection is closed if it says nothing. A proxy that has refused a request closes
   * its connection seconds later.
   *
   * @return what was received, one character for each byte
   */
  public static String answer(Socket connection, byte[] bytes) {
    try (Socket socket = connection) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      write(socket, bytes);
      StringBuilder received = new StringBuilder();
      byte[] part = new byte[16_384];
      for (int count = 0; count >= 0 && !isComplete(received.toString()); ) {
        count = socket.getInputStream().read(part);
        received.append(new String(part, 0, Math.max(0, count), StandardCharsets.ISO_8859_1));
      }
      return received.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isComplete(String answer) {
    Matcher length = LENGTH.matcher(answer);
    return answer.contains("\r\n\r\n")
        && length.find()
        && body(answer).length() >= Integer.parseInt(length.group(1));
  }

  private static void write(Socket socket, byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
    } catch (IOException e) {
      // the server has closed the connection before it read everything
    }
  }

  private static Received send(URI url, byte[] bytes, int timeoutMillis) {
    Received received = receive(url, bytes, timeoutMillis);
    int begun = Math.min(bytes.length, MAX_REQUEST_LINE);
    Matcher begin = REQUEST.matcher(new String(bytes, 0, begun, StandardCharsets.ISO_8859_1));
    if (begin.lookingAt()) {
      RawReply.first(begin.group("method"), received.text())
          .ifPresent(
              reply ->
                  DescribedReplies.check(url, begin.group("method"), begin.group("path"), reply));
    }
    return received;
  }

  private static Received receive(URI url, byte[] bytes, int timeoutMillis) {
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket.setSoTimeout(timeoutMillis);
      ByteArrayOutputStream received = new ByteArrayOutputStream();
      boolean closed = true;
      write(socket, bytes);
      try {
        socket.getInputStream().transferTo(received);
      } catch (SocketTimeoutException e) {
        closed = false;
      } catch (IOException e) {
        // a reset after the answer, because the server did not read everything
      }
      return new Received(received.toString(StandardCharsets.ISO_8859_1), closed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private record Received(String text, boolean closed) {}

  /** Sends a request that asks for the connection to be closed. */
  public static String request(URI url, String requestLine, String... headers) {
    StringBuilder text = new StringBuilder(requestLine).append("\r\nHost: localhost\r\n");
    for (String header : headers) {
      text.append(header).append("\r\n");
    }
    text.append("Connection: close\r\n\r\n");
    return exchange(url, text.toString().getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Returns the status of an answer; 0 if there is none. */
  public static int status(String answer) {
    return answer.matches("(?s)HTTP/1\\.1 \\d{3}.*")
        ? Integer.parseInt(answer.substring(9, 12))
        : 0;
  }

  /** Returns the body of an answer. */
  public static String body(String answer) {
    int end = answer.indexOf("\r\n\r\n");
    return end < 0 ? "" : answer.substring(end + 4);
  }
}
