package local.platform.web.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.Message;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import local.platform.web.json.ProtoJson;

/**
 * The answer to a list of any length: one object whose {@code items} are written while they are
 * read.
 */
final class ItemStream implements StreamingOutput {
  private final Consumer<Consumer<Message>> walk;

  /** Creates an answer with the items that a walk produces. */
  ItemStream(Consumer<Consumer<Message>> walk) {
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

  private void write(JsonGenerator json, Message item) {
    try {
      json.writeObject(item);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
