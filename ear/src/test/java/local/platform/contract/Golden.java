package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Answers as the contract writes them, in files beside this class. */
final class Golden {
  private Golden() {}

  /** The JSON of a file, in which <code>${name}</code> stands for a value. */
  static JsonNode json(String file, Map<String, String> values) {
    try (InputStream in = Golden.class.getResourceAsStream(file)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (Map.Entry<String, String> value : values.entrySet()) {
        text =
            text.replace(
                "${" + value.getKey() + "}",
                new String(JsonStringEncoder.getInstance().quoteAsString(value.getValue())));
      }
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
