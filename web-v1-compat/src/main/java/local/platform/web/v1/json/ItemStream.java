package local.platform.web.v1.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.Message;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import local.platform.web.json.ProtoJson;
import local.platform.web.observability.RowCount;

/**
 * The answer to a list in version 1: one object whose {@code items} are written while they are
 * read, however many they are.
 */
public final class ItemStream implements StreamingOutput, RowCount {
  private final Consumer<Consumer<Message>> walk;
  private int rows;

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
