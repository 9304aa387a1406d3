package local.platform.web.v1.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.Message;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import local.platform.paging.Window;
import local.platform.web.json.ProtoJson;
import local.platform.web.observability.RowCount;
import local.platform.web.rest.RestCall;
import local.platform.web.v1.endpoint.ItemWalk;
import local.platform.web.v1.paging.WindowParameters;

/**
 * The answer to a list in version 1: one object whose {@code items} are written while they are
 * read, however many they are.
 */
public final class ItemStream implements StreamingOutput, RowCount {
  private final Consumer<Consumer<Message>> walk;
  private int rows;

  /**
   * Answers with the part of a list that the request asks for.
   *
   * @throws local.platform.error.PlatformException INVALID_ARGUMENT with everything that is wrong
   *     with the request's shape
   */
  public static Response answer(RestCall rest, ItemWalk<? extends Message> list) {
    Window window = WindowParameters.read(rest, rest.violations());
    rest.violations().throwIfAny();
    return Response.ok(new ItemStream(items -> list.walk(window, items))).build();
  }

  /** An answer with the items that the walk hands over. */
  public ItemStream(Consumer<Consumer<Message>> walk) {
    this.walk = walk;
  }

  @Override
  public void write(OutputStream out) throws IOException {
    try (JsonGenerator json = ProtoJson.generator(out)) {
      json.writeStartObject();
      json.writeArrayFieldStart("items");
      walk.accept(item -> write(json, item));
      json.writeEndArray();
      json.writeEndObject();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public int rows() {
    return rows;
  }

  private void write(JsonGenerator json, Message item) {
    try {
      ProtoJson.write(json, item);
      rows++;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
