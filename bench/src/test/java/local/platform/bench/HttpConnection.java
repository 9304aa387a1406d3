package local.platform.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;

/**
 * A connection of HTTP/1.1 that sends requests which are ready as bytes, one at a time. It does as
 * little as possible for each, because it has the processors in common with the server.
 */
final class HttpConnection implements AutoCloseable {
  private static final int BUFFER = 1 << 16;
  private static final int TIMEOUT_MILLIS = 30_000;

  private final URI url;
  private final byte[] buffer = new byte[BUFFER];
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private Socket socket;
  private InputStream input;
  private int position;
  private int limit;

  /** Connects to a server. */
  HttpConnection(URI url) throws IOException {
    this.url = url;
    connect();
  }

  private void connect() throws IOException {
    socket = new Socket(url.getHost(), url.getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    input = socket.getInputStream();
    position = 0;
    limit = 0;
  }

  /** Returns the bytes of a request without a body. */
  static byte[] request(String method, URI url, String path, String token) {
    return head(method, url, path, token).append("\r\n").toString().getBytes(ISO_8859_1);
  }

  /** Returns the bytes of a GET for who has the answer with this entity tag. */
  static byte[] getUnlessChanged(URI url, String path, String token, String etag) {
    return head("GET", url, path, token)
        .append("If-None-Match: ")
        .append(etag)
        .append("\r\n\r\n")
        .toString()
        .getBytes(ISO_8859_1);
  }

  /** Returns the bytes of a request with JSON in ASCII. */
  static byte[] post(URI url, String path, String token, String json) {
    return head("POST", url, path, token)
        .append("Content-Type: application/json\r\nContent-Length: ")
        .append(json.length())
        .append("\r\n\r\n")
        .append(json)
        .toString()
        .getBytes(ISO_8859_1);
  }

  private static StringBuilder head(String method, URI url, String path, String token) {
    return new StringBuilder(method)
        .append(' ')
        .append(path)
        .append(" HTTP/1.1\r\nHost: ")
        .append(url.getAuthority())
        .append("\r\nAuthorization: Bearer ")
        .append(token)
        .append("\r\n");
  }

  /** Sends a request and reads the whole answer; returns its status. */
  int send(byte[] request) throws IOException {
    socket.getOutputStream().write(request);
    body.reset();
    String status = line();
    int length = 0;
    boolean chunked = false;
    boolean last = false;
    for (String header = line(); !header.isEmpty(); header = line()) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring(lower.indexOf(':') + 1).strip());
      } else if (lower.startsWith("transfer-encoding:")) {
        chunked = true;
      } else if (lower.startsWith("connection:")) {
        last = lower.contains("close");
      }
    }
    if (chunked) {
      readChunks();
    } else {
      readBody(length);
    }
    if (last) {
      close();
      connect();
    }
    return Integer.parseInt(status.substring(9, 12));
  }

  /** Returns the body of the last answer. */
  String text() {
    return body.toString(UTF_8);
  }

  private void readChunks() throws IOException {
    for (int size = chunkSize(); size > 0; size = chunkSize()) {
      readBody(size);
      line();
    }
    while (!line().isEmpty()) {
      // a trailer
    }
  }

  private int chunkSize() throws IOException {
    return Integer.parseInt(line(), 16);
  }

  private void readBody(int length) throws IOException {
    int left = length;
    while (left > 0) {
      fillIfEmpty();
      int some = Math.min(left, limit - position);
      body.write(buffer, position, some);
      position += some;
      left -= some;
    }
  }

  /** Reads a line; returns it without its end. */
  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      fillIfEmpty();
      char next = (char) buffer[position++];
      if (next == '\n') {
        return line.toString();
      }
      if (next != '\r') {
        line.append(next);
      }
    }
  }

  private void fillIfEmpty() throws IOException {
    if (position == limit) {
      position = 0;
      limit = input.read(buffer);
      if (limit < 0) {
        throw new EOFException("the server has closed the connection");
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
