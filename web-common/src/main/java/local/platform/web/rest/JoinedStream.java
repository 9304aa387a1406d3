package local.platform.web.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import local.platform.web.endpoint.Answer;
import local.platform.web.endpoint.MessageFields;
import local.platform.web.json.ProtoJson;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a list whose items are longer than memory allows: one object, which is written
 * while the parts of the items are read. Until there is a first part nothing is written, so that a
 * list that cannot be read is answered with an error.
 */
final class JoinedStream implements StreamingOutput {
  private static final String ID = "id";

  private final Answer.Joined list;

  /** Creates an answer with the items of a list. */
  JoinedStream(Answer.Joined list) {
    this.list = list;
  }

  @Override
  public void write(OutputStream out) throws IOException {
    try {
      Writer writer = new Writer(out);
      list.walk().accept(writer::add);
      writer.end();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Writes the list as far as it was read. */
  private final class Writer {
    private final OutputStream out;
    private @Nullable JsonGenerator json;
    private @Nullable Object openId;

    Writer(OutputStream out) {
      this.out = out;
    }

    /** Begins the object, unless it has begun. */
    private JsonGenerator begun() throws IOException {
      if (json == null) {
        json = ProtoJson.generator(out);
        json.writeStartObject();
        json.writeArrayFieldStart(list.items().getJsonName());
      }
      return json;
    }

    void add(Message part) {
      try {
        write(part);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void write(Message part) throws IOException {
      JsonGenerator to = begun();
      Descriptor type = part.getDescriptorForType();
      FieldDescriptor elements = MessageFields.onlyList(type);
      Object id = part.getField(MessageFields.named(type, ID));
      if (!id.equals(openId)) {
        endItem(to);
        to.writeStartObject();
        to.writeStringField(ID, (String) id);
        to.writeArrayFieldStart(elements.getJsonName());
        openId = id;
      }
      for (Object element : (List<?>) part.getField(elements)) {
        to.writeObject(element);
      }
    }

    private void endItem(JsonGenerator to) throws IOException {
      if (openId != null) {
        to.writeEndArray();
        to.writeEndObject();
        openId = null;
      }
    }

    void end() throws IOException {
      try (JsonGenerator to = begun()) {
        endItem(to);
        to.writeEndArray();
        to.writeEndObject();
      }
    }
  }
}
