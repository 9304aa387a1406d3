package local.platform.foundation.encoding;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;

/**
 * Reads and writes JSON as values, never as objects of types that it names. Names that are given
 * twice in an object, and values that are nested too deeply, are refused.
 */
public final class StrictJson {
  /** Most objects and lists inside of each other. */
  public static final int MAX_DEPTH = 64;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  // Otherwise each parser keeps all names of its document, however many.
                  .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          // The receiver of a document limits its length.
                          .maxNameLength(Integer.MAX_VALUE)
                          .maxNumberLength(Integer.MAX_VALUE)
                          .build())
                  // Rows contain the text that is written, so it must never change.
                  .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private StrictJson() {}

  /** Returns a parser of a text, before the first token. What follows its value is not refused. */
  public static JsonParser parser(String text) throws IOException {
    return MAPPER.createParser(text);
  }

  /** Reads an object that somebody has sent; empty if the text is anything else, or is refused. */
  public static Optional<ObjectNode> readSent(String text) {
    try {
      return MAPPER.readTree(text) instanceof ObjectNode object
          ? Optional.of(object)
          : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /**
   * Reads an object that the server has stored.
   *
   * @throws IllegalStateException if it is none
   */
  public static ObjectNode readStored(String text) {
    try {
      return MAPPER.readValue(text, ObjectNode.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("what is stored is no JSON object", e);
    }
  }

  /** Writes a value: a node, or maps, lists and what they contain. */
  public static String write(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON", e);
    }
  }
}
