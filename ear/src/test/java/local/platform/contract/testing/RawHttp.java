package local.platform.contract.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Sends bytes that no HTTP client would send. */
public final class RawHttp {
  private static final int TIMEOUT_MILLIS = 15_000;

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

  private static Received send(URI url, byte[] bytes, int timeoutMillis) {
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket.setSoTimeout(timeoutMillis);
      ByteArrayOutputStream received = new ByteArrayOutputStream();
      boolean closed = true;
      try {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
      } catch (IOException e) {
        // the server has closed the connection before it read everything
      }
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
