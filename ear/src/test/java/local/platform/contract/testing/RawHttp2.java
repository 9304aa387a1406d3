package local.platform.contract.testing;

import com.google.protobuf.ByteString;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2Exception;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2Headers;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sends frames of HTTP/2 (RFC 9113) that no client of gRPC would send, one stream at a time. */
public final class RawHttp2 implements AutoCloseable {
  /**
   * The field of an answer when the server has closed the connection, or the stream without an end.
   */
  public static final String CLOSED = "closed";

  private static final int TIMEOUT_MILLIS = 15_000;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int CONTINUATION = 9;
  private static final int END_STREAM = 1;
  private static final int ACK = 1;
  private static final int END_HEADERS = 4;
  private static final int MAX_FRAME = 16_384;

  private final Socket socket;
  private final DataOutputStream out;
  private final DataInputStream in;
  private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false);
  private int stream = -1;

  private RawHttp2(Socket socket) throws IOException {
    this.socket = socket;
    this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    this.in = new DataInputStream(socket.getInputStream());
  }

  /** Connects to a port of this host. */
  public static RawHttp2 connect(int port) {
    try {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setTcpNoDelay(true);
      RawHttp2 connection = new RawHttp2(socket);
      connection.setTimeout();
      connection.out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      connection.frame(SETTINGS, 0, 0, new byte[0]);
      return connection;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * An answer.
   *
   * @param fields header fields and trailers; {@link #CLOSED} if the server ended it in another way
   * @param body body
   */
  public record Answer(Map<String, String> fields, String body) {
    /** Returns the status of gRPC; -1 if there is none. */
    public int grpcStatus() {
      return Integer.parseInt(fields.getOrDefault("grpc-status", "-1"));
    }

    /** Returns the status of HTTP; 0 if there is none. */
    public int httpStatus() {
      return Integer.parseInt(fields.getOrDefault(":status", "0"));
    }
  }

  /** Begins a request and leaves it open. */
  public void begin(Map<String, String> fields) {
    stream += 2;
    try {
      headers(fields, false);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Sends a request and waits for its end.
   *
   * @param fields pseudo-header fields and others
   * @param body body; none if it is empty
   */
  public Answer send(Map<String, String> fields, byte[] body) {
    stream += 2;
    try {
      headers(fields, body.length == 0);
      for (int sent = 0; sent < body.length; sent += MAX_FRAME) {
        int length = Math.min(MAX_FRAME, body.length - sent);
        byte[] part = new byte[length];
        System.arraycopy(body, sent, part, 0, length);
        frame(DATA, sent + length == body.length ? END_STREAM : 0, stream, part);
      }
      out.flush();
    } catch (SocketException e) {
      // the server has closed the connection before it read everything
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read();
  }

  private void headers(Map<String, String> fields, boolean last) throws IOException {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    fields.forEach(
        (name, value) -> {
          block.write(0); // a literal that must not be indexed (RFC 7541, section 6.2.2)
          text(block, name);
          text(block, value);
        });
    byte[] bytes = block.toByteArray();
    int first = Math.min(bytes.length, MAX_FRAME);
    int flags = (last ? END_STREAM : 0) | (first == bytes.length ? END_HEADERS : 0);
    frame(HEADERS, flags, stream, java.util.Arrays.copyOf(bytes, first));
    for (int sent = first; sent < bytes.length; sent += MAX_FRAME) {
      int end = Math.min(bytes.length, sent + MAX_FRAME);
      byte[] part = java.util.Arrays.copyOfRange(bytes, sent, end);
      frame(CONTINUATION, end == bytes.length ? END_HEADERS : 0, stream, part);
    }
  }

  /** Writes a text with its length before it (RFC 7541, sections 5.1 and 5.2). */
  private static void text(ByteArrayOutputStream block, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    int rest = bytes.length;
    if (rest < 127) {
      block.write(rest);
    } else {
      block.write(127);
      for (rest -= 127; rest >= 128; rest /= 128) {
        block.write(rest % 128 + 128);
      }
      block.write(rest);
    }
    block.writeBytes(bytes);
  }

  private void frame(int type, int flags, int id, byte[] payload) throws IOException {
    out.write(payload.length >> 16);
    out.writeShort(payload.length);
    out.write(type);
    out.write(flags);
    out.writeInt(id);
    out.write(payload);
  }

  private Answer read() {
    Map<String, String> fields = new LinkedHashMap<>();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try {
      while (true) {
        Frame frame = next();
        if (frame.type() == GOAWAY) {
          fields.put(CLOSED, frame.debugData());
        } else if (frame.id() == stream && frame.type() == RST_STREAM) {
          fields.put(CLOSED, "reset");
          return new Answer(fields, body.toString(StandardCharsets.UTF_8));
        } else if (frame.id() == stream && frame.type() == HEADERS) {
          decode(frame.payload().toByteArray(), fields);
        } else if (frame.id() == stream && frame.type() == DATA) {
          body.writeBytes(frame.payload().toByteArray());
        }
        if (frame.id() == stream
            && (frame.type() == HEADERS || frame.type() == DATA)
            && (frame.flags() & END_STREAM) != 0) {
          return new Answer(fields, body.toString(StandardCharsets.UTF_8));
        }
      }
    } catch (EOFException | SocketException e) {
      fields.putIfAbsent(CLOSED, "");
      return new Answer(fields, body.toString(StandardCharsets.UTF_8));
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the server does not answer; so far: " + fields, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A frame.
   *
   * @param id stream that it belongs to; 0 if it belongs to the connection
   */
  private record Frame(int type, int flags, int id, ByteString payload) {
    /** Returns what a GOAWAY says in words. */
    String debugData() {
      return payload.substring(8).toStringUtf8();
    }
  }

  /** Reads the next frame, after acknowledging settings. */
  private Frame next() throws IOException {
    int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
    int type = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    int id = in.readInt();
    Frame frame = new Frame(type, flags, id, ByteString.copyFrom(in.readNBytes(length)));
    if (type == SETTINGS && (flags & ACK) == 0) {
      frame(SETTINGS, ACK, 0, new byte[0]);
      out.flush();
    }
    return frame;
  }

  /** Sends a ping and waits for its answer, which comes even if it is one too many. */
  public void ping() {
    try {
      frame(PING, 0, 0, new byte[8]);
      out.flush();
      Frame answer = next();
      while (answer.type() != PING || (answer.flags() & ACK) == 0) {
        answer = next();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void setTimeout() {
    try {
      socket.setSoTimeout(TIMEOUT_MILLIS);
    } catch (SocketException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until the server ends the connection; returns what it says. */
  public String awaitGoAway() {
    try {
      Frame frame = next();
      while (frame.type() != GOAWAY) {
        frame = next();
      }
      return frame.debugData();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for some time, in which the server says nothing. */
  public void awaitSilence(Duration time) {
    try {
      socket.setSoTimeout((int) time.toMillis());
      Frame unexpected = next();
      throw new AssertionError("the server sends a frame of type " + unexpected.type());
    } catch (SocketTimeoutException e) {
      setTimeout();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void decode(byte[] block, Map<String, String> fields) {
    try {
      Http2Headers headers = decoder.decodeHeaders(stream, Unpooled.wrappedBuffer(block));
      headers.forEach(field -> fields.put(field.getKey().toString(), field.getValue().toString()));
    } catch (Http2Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
