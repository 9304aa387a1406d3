package local.platform.web.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.google.protobuf.Message;
import java.io.IOException;

/** Teaches Jackson to write protobuf messages. */
final class MessageModule extends SimpleModule {
  static final MessageWriter WRITER = new MessageWriter();

  private static final long serialVersionUID = 1L;

  MessageModule() {
    addSerializer(Message.class, new MessageSerializer());
  }

  private static final class MessageSerializer extends JsonSerializer<Message> {
    @Override
    public void serialize(Message message, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      WRITER.write(json, message);
    }
  }
}
