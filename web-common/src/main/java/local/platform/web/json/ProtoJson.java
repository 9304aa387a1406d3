package local.platform.web.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.google.protobuf.Message;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;
import local.platform.error.FieldViolations;
import local.platform.error.PlatformException;

/** The way between messages and JSON. */
public final class ProtoJson {
  private static final int MAX_DEPTH = 32;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          // The container closes the stream of an answer, and only when the answer is whole.
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          // An answer that breaks off must not look whole.
          .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
          .build();
  private static final MessageWriter WRITER = new MessageWriter();

  private ProtoJson() {}

  /** Begins to write; the generator is to be closed. */
  public static JsonGenerator generator(OutputStream out) throws IOException {
    return FACTORY.createGenerator(out);
  }

  /** Writes a message. */
  public static void write(JsonGenerator json, Message message) throws IOException {
    WRITER.write(json, message);
  }

  /** Writes the fields of a message into an object that was begun. */
  public static void writeFields(JsonGenerator json, Message message) throws IOException {
    WRITER.writeFields(json, message);
  }

  /**
   * Reads a message.
   *
   * @param bytes a JSON object; nothing at all counts as an empty one
   * @param message what it is read into
   * @param violations takes what does not fit
   * @return the paths of the values that were there, in the names of the proto
   * @throws PlatformException INVALID_ARGUMENT if it is no JSON object
   */
  public static Set<String> read(
      byte[] bytes, Message.Builder message, FieldViolations violations) {
    if (bytes.length == 0) {
      return Set.of();
    }
    try (JsonParser json = FACTORY.createParser(bytes)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw invalid("the body must be a JSON object");
      }
      MessageReader reader = new MessageReader(violations);
      reader.read(json, message);
      if (json.nextToken() != null) {
        throw invalid("the body must be one JSON object and nothing more");
      }
      return reader.presentPaths();
    } catch (JsonProcessingException e) {
      JsonLocation location = e.getLocation();
      String where =
          location == null
              ? ""
              : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
      throw invalid("the body is not valid JSON, or nested too deeply" + where);
    } catch (IOException e) {
      throw invalid("the body is not valid Unicode");
    }
  }

  private static PlatformException invalid(String description) {
    return PlatformException.invalidArgument("body", description);
  }
}
