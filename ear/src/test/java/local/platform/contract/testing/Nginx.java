package local.platform.contract.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import local.platform.db.testing.FreePorts;
import local.platform.tool.InstalledTool;

/** Runs nginx with the configuration of this repository, in front of a server. */
public final class Nginx implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 30;
  private static final int POLL_MILLIS = 50;

  private final Process process;
  private final int port;

  private Nginx(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts nginx, with its files in a directory.
   *
   * @param configuration the file of this repository, in which addresses and paths are changed as
   *     its comments say
   */
  public static Nginx start(
      Path directory,
      Path configuration,
      int httpPort,
      int grpcPort,
      SelfSignedCertificate certificate) {
    Path program = InstalledTool.require("nginx", "nginx-light");
    try {
      int port = FreePorts.next();
      Map<String, String> changes = new LinkedHashMap<>();
      changes.put("127.0.0.1:8080", "127.0.0.1:" + httpPort);
      changes.put("127.0.0.1:9090", "127.0.0.1:" + grpcPort);
      changes.put("443 ssl", "127.0.0.1:" + port + " ssl");
      changes.put("/etc/nginx/platform/certificate.pem", certificate.certificate().toString());
      changes.put("/etc/nginx/platform/key.pem", certificate.key().toString());
      changes.put("/var/log/nginx/platform.log", directory.resolve("access.log").toString());
      String text = Files.readString(configuration);
      for (Map.Entry<String, String> change : changes.entrySet()) {
        if (!text.contains(change.getKey())) {
          throw new IllegalStateException(configuration + " has no " + change.getKey());
        }
        text = text.replace(change.getKey(), change.getValue());
      }
      Files.writeString(directory.resolve("platform.conf"), text);
      Path main =
          Files.writeString(
              directory.resolve("nginx.conf"),
              """
              # where that can be chosen, its workers are who started it, whose directory it is
              user root;
              daemon off;
              pid nginx.pid;
              error_log stderr;
              events {}
              http {
                  client_body_temp_path client_body;
                  proxy_temp_path proxy;
                  fastcgi_temp_path fastcgi;
                  uwsgi_temp_path uwsgi;
                  scgi_temp_path scgi;
                  include platform.conf;
              }
              """);
      Path output = directory.resolve("output");
      Process process =
          new ProcessBuilder(program.toString(), "-p", directory.toString(), "-c", main.toString())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      Nginx nginx = new Nginx(process, port);
      nginx.awaitListening(output);
      return nginx;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the https port, for both protocols. */
  public int port() {
    return port;
  }

  private void awaitListening(Path output) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!hasEnded(POLL_MILLIS) && System.nanoTime() < deadline) {
      try {
        new Socket(InetAddress.getLoopbackAddress(), port).close();
        return;
      } catch (ConnectException e) {
        // it does not listen yet
      }
    }
    close();
    throw new IllegalStateException("nginx did not start:\n" + Files.readString(output));
  }

  private boolean hasEnded(long patienceMillis) {
    try {
      return process.waitFor(patienceMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.destroy(); // it ends its workers; if it were killed, they would stay
    if (!hasEnded(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS))) {
      throw new IllegalStateException("nginx did not end");
    }
  }
}
