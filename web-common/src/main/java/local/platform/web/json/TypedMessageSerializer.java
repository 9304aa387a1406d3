package local.platform.web.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.google.protobuf.Message;
import java.io.IOException;

/** Writes messages together with their type, like the JSON of {@code google.protobuf.Any}. */
public final class TypedMessageSerializer extends JsonSerializer<Message> {
  private static final String TYPE_URL = "type.googleapis.com/";

  @Override
  public void serialize(Message message, JsonGenerator json, SerializerProvider provider)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("@type", TYPE_URL + message.getDescriptorForType().getFullName());
    MessageModule.WRITER.writeFields(json, message);
    json.writeEndObject();
  }
}
