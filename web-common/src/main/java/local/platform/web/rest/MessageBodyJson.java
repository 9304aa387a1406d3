package local.platform.web.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.Message;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import local.platform.web.json.ProtoJson;

/** Writes messages as the JSON body of an answer. */
@Provider
@Produces(MediaType.APPLICATION_JSON)
public class MessageBodyJson implements MessageBodyWriter<Message> {
  @Override
  public boolean isWriteable(
      Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
    return Message.class.isAssignableFrom(type);
  }

  @Override
  public void writeTo(
      Message message,
      Class<?> type,
      Type genericType,
      Annotation[] annotations,
      MediaType mediaType,
      MultivaluedMap<String, Object> headers,
      OutputStream out)
      throws IOException {
    try (JsonGenerator json = ProtoJson.generator(out)) {
      ProtoJson.write(json, message);
    }
  }
}
