package local.platform.testing;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import local.platform.config.DatabaseSettings;
import org.jspecify.annotations.Nullable;

/** Forwards between the driver and MySQL, and breaks connections when a test asks for it. */
public final class MySqlProxy implements AutoCloseable {
  private static final int HEADER_BYTES = 4;
  private static final byte COM_QUERY = 0x03;
  private static final byte COM_STMT_EXECUTE = 0x17;

  private final DatabaseSettings settings;
  private volatile int serverPort;
  private final ServerSocket listener;
  private final Queue<Fault> planned = new ConcurrentLinkedQueue<>();
  private final AtomicInteger happened = new AtomicInteger();
  private final Set<Closeable> sockets = ConcurrentHashMap.newKeySet();

  /** The command of the client at which a connection breaks. */
  public enum Command {
    /** A commit. */
    COMMIT,
    /** Another statement. */
    STATEMENT;

    private boolean is(byte[] packet) {
      return switch (this) {
        // attributes may come before the text
        case COMMIT ->
            packet[0] == COM_QUERY
                && new String(packet, StandardCharsets.US_ASCII)
                    .toLowerCase(Locale.ROOT)
                    .endsWith("commit");
        case STATEMENT -> packet[0] == COM_STMT_EXECUTE;
      };
    }
  }

  /** How a connection breaks. */
  public enum Break {
    /** Before the server has received the command. */
    BEFORE,
    /** After the server has executed it, and before the client gets the answer. */
    AFTER,
    /** Before the server has received the command, which reaches it afterwards all the same. */
    LATE,
    /** The connection does not break, but no answer comes. */
    SILENCE
  }

  private record Fault(Command command, Break how, Runnable meanwhile) {}

  /** Creates a proxy in front of a database. */
  public MySqlProxy(DatabaseSettings database) {
    try {
      this.serverPort = URI.create(database.url().substring("jdbc:".length())).getPort();
      this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      this.settings =
          new DatabaseSettings(
              database.url().replace(":" + serverPort + "/", ":" + listener.getLocalPort() + "/"),
              database.user(),
              database.password(),
              database.poolSize());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(this::accept);
  }

  /** Leads to another server from now on, and breaks the connections to the one before. */
  public void leadTo(int port) {
    serverPort = port;
    for (Closeable socket : Set.copyOf(sockets)) {
      sockets.remove(socket);
      closeQuietly(socket);
    }
  }

  /** Returns how to reach the database through this proxy. */
  public DatabaseSettings settings() {
    return settings;
  }

  /** Breaks the next connection on which the client sends this, once. */
  public void breakNext(Command command, Break how) {
    breakNext(command, how, () -> {});
  }

  /** Does the same, after running an action. */
  public void breakNext(Command command, Break how, Runnable meanwhile) {
    planned.add(new Fault(command, how, meanwhile));
  }

  /** Returns how many connections were broken. */
  public int broken() {
    return happened.get();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listener.accept();
      Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      sockets.add(client);
      sockets.add(server);
      Link link = new Link(client, server);
      start(link::forwardCommands);
      start(link::forwardAnswers);
    }
  }

  /** A connection through the proxy. */
  private final class Link {
    private final Socket client;
    private final Socket server;
    private volatile @Nullable Fault fault;

    Link(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    void forwardCommands() throws IOException {
      DataInputStream in = new DataInputStream(client.getInputStream());
      OutputStream out = server.getOutputStream();
      byte[] header = new byte[HEADER_BYTES];
      while (true) {
        in.readFully(header);
        int length = (header[0] & 0xff) | (header[1] & 0xff) << 8 | (header[2] & 0xff) << 16;
        byte[] packet = in.readNBytes(length);
        Fault next = planned.peek();
        if (length > 0 && next != null && next.command().is(packet) && planned.remove(next)) {
          happened.incrementAndGet();
          fault = next;
          if (next.how() == Break.BEFORE) {
            // The server first: it rolls back and releases its locks.
            closeQuietly(server);
            next.meanwhile().run();
            closeQuietly(client);
            return;
          }
          if (next.how() == Break.LATE) {
            closeQuietly(client);
            next.meanwhile().run();
          }
        }
        byte[] all = Arrays.copyOf(header, HEADER_BYTES + length);
        System.arraycopy(packet, 0, all, HEADER_BYTES, length);
        out.write(
            all); // in one write, or the second part would wait for the confirmation of the first
      }
    }

    void forwardAnswers() throws IOException {
      InputStream in = server.getInputStream();
      OutputStream out = client.getOutputStream();
      byte[] buffer = new byte[1 << 16];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        Fault current = fault;
        if (current == null) {
          out.write(buffer, 0, count);
        } else if (current.how() == Break.AFTER) {
          current.meanwhile().run();
          closeQuietly(client);
          closeQuietly(server);
          return;
        }
      }
      if (fault == null) {
        closeQuietly(client);
      }
    }
  }

  @Override
  public void close() {
    closeQuietly(listener);
    sockets.forEach(MySqlProxy::closeQuietly);
  }

  private interface Io {
    void run() throws IOException;
  }

  private static void start(Io io) {
    Thread thread =
        new Thread(
            () -> {
              try {
                io.run();
              } catch (IOException e) {
                // The other side has closed the connection: nothing is left to forward.
              }
            },
            "mysql-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private static void closeQuietly(Closeable closeable) {
    try {
      closeable.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
