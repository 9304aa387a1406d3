package local.platform.contract.testing;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.zip.GZIPOutputStream;
import local.platform.contract.testing.PlatformClient.Reply;

/**
 * Uploads files for imports, and waits for their ends. Replies must be as the OpenAPI documents
 * describe them.
 */
public final class Upload {
  private static final HttpClient HTTP = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private Upload() {}

  /** The path at which artifacts are imported into a group. */
  public static String path(String group, String ecosystem, String... more) {
    return "/libraries/artifacts/"
        + group
        + ":import?ecosystem="
        + ecosystem
        + (more.length == 0 ? "" : "&" + String.join("&", more));
  }

  /** Sends a file with its length. */
  public static Reply send(PlatformClient client, String path, byte[] file) {
    return send(client, path, BodyPublishers.ofByteArray(file));
  }

  /** Sends a file in chunks. */
  public static Reply sendChunked(PlatformClient client, String path, byte[] file) {
    return send(client, path, BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(file)));
  }

  private static Reply send(PlatformClient client, String path, BodyPublisher file) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(client.url() + path))
            .timeout(PATIENCE)
            .header("Content-Type", "application/x-ndjson")
            .POST(file);
    if (!client.token().isEmpty()) {
      request.header("Authorization", "Bearer " + client.token());
    }
    try {
      HttpResponse<String> answer = HTTP.send(request.build(), BodyHandlers.ofString());
      Reply reply = new Reply(answer.statusCode(), answer.headers(), answer.body());
      FieldSpelling.check(reply);
      DescribedReplies.check(client.url(), "POST", answer.uri().getRawPath(), reply);
      return reply;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Begins to send, and waits to be told to go on, or for a refusal. */
  public static Socket stalled(PlatformClient client, String path) throws IOException {
    Socket socket = new Socket(client.url().getHost(), client.url().getPort());
    String head =
        "POST "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + client.token()
            + "\r\nContent-Length: 100000\r\nExpect: 100-continue\r\n\r\n";
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  /** Returns the status of the next answer on a connection. */
  public static String status(Socket socket) throws IOException {
    String start = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    return start.startsWith("HTTP/1.1 ") ? start.substring(9) : start;
  }

  /** Lines of JSON, which may have apostrophes for quotes. */
  public static byte[] lines(String... lines) {
    return String.join("\n", lines).replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  /** The same in gzip. */
  public static byte[] gzip(byte[] plain) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return compressed.toByteArray();
  }

  /** Waits until an import has ended; returns it. */
  public static Reply awaitEnd(PlatformClient client, String uid) {
    return Await.value(
        "the end of the import",
        PATIENCE,
        () -> client.rest().get("/hub/imports/" + uid),
        reply -> !reply.json().path("state").asText().equals("RUNNING"));
  }
}
