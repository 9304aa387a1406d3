package local.platform.web.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Set;
import local.platform.foundation.encoding.Utf8;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;

/** Converts between messages and JSON. */
public final class ProtoJson {
  private static final int MAX_DEPTH = 32;

  /** Must not be at the beginning of a transmitted text (RFC 8259, section 8.1). */
  private static final String BYTE_ORDER_MARK = "\ufeff";

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  // Otherwise each parser keeps all names of its document, however many.
                  .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                  // The container closes the stream of an answer, and only when it is complete.
                  .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                  // An answer that is interrupted must not look complete.
                  .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
                  .build())
          .addModule(new MessageModule())
          .disable(SerializationFeature.FLUSH_AFTER_WRITE_VALUE)
          .build();

  private ProtoJson() {}

  /** Returns the mapper that writes all JSON of the server: messages, and plain records. */
  public static ObjectMapper mapper() {
    return MAPPER;
  }

  /** Returns whether a field is in the JSON of its message even when it is empty or zero. */
  public static boolean isAlwaysPresent(FieldDescriptor field) {
    return MessageWriter.isAlwaysPresent(field);
  }

  /** Returns a generator that writes values with the {@link #mapper}; it must be closed. */
  public static JsonGenerator generator(OutputStream out) throws IOException {
    return MAPPER.createGenerator(out);
  }

  /**
   * Reads a message, and reports unknown fields as violations.
   *
   * @param bytes a JSON object; no bytes count as an empty one
   * @param message the message to fill
   * @param violations collects violations
   * @return the paths of the values that were present, in the names of the proto
   * @throws PlatformException INVALID_ARGUMENT if it is not a JSON object, or has too many elements
   */
  public static Set<String> read(
      byte[] bytes, Message.Builder message, FieldViolations violations) {
    return read(bytes, message, UnknownFields.NOTED, violations);
  }

  /** Reads a message like {@link #read(byte[], Message.Builder, FieldViolations)}. */
  public static Set<String> read(
      byte[] bytes,
      Message.Builder message,
      UnknownFields unknownFields,
      FieldViolations violations) {
    MessageReader reader = new MessageReader(unknownFields, violations);
    read(bytes, JsonToken.START_OBJECT, "JSON object", json -> reader.read(json, message));
    return reader.presentPaths();
  }

  /**
   * Reads the elements of a repeated field.
   *
   * @param bytes a JSON list; no bytes count as an empty one
   * @param message the message to whose field they are added
   * @param field the field, which is not a map
   * @param violations collects violations
   * @throws PlatformException INVALID_ARGUMENT if it is not a JSON list, or has too many elements
   */
  public static void readList(
      byte[] bytes,
      Message.Builder message,
      FieldDescriptor field,
      UnknownFields unknownFields,
      FieldViolations violations) {
    MessageReader reader = new MessageReader(unknownFields, violations);
    read(bytes, JsonToken.START_ARRAY, "JSON list", json -> reader.read(json, message, field));
  }

  /** Reads a value. The parser is at its beginning and must be left at its end. */
  @FunctionalInterface
  private interface Reading {
    void from(JsonParser json) throws IOException;
  }

  private static void read(byte[] bytes, JsonToken start, String kind, Reading reading) {
    if (bytes.length == 0) {
      return;
    }
    // The parser by itself would also accept UTF-16, UTF-32 and overlong forms of UTF-8.
    String text = Utf8.decode(bytes).orElseThrow(() -> invalid("the body is not valid UTF-8"));
    if (text.startsWith(BYTE_ORDER_MARK)) {
      throw invalid("the body must not begin with a byte-order mark");
    }
    try (JsonParser json = MAPPER.createParser(text)) {
      if (json.nextToken() != start) {
        throw invalid("the body must be a " + kind);
      }
      reading.from(json);
      if (json.nextToken() != null) {
        throw invalid("the body must be one " + kind + " and nothing more");
      }
    } catch (JsonProcessingException e) {
      JsonLocation location = e.getLocation();
      String where =
          location == null
              ? ""
              : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
      throw invalid("the body is not valid JSON, or nested too deeply" + where);
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory failed", e);
    }
  }

  private static PlatformException invalid(String description) {
    return PlatformException.invalidArgument("body", description);
  }
}
