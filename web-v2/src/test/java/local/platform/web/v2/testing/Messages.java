package local.platform.web.v2.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.FieldMasks;
import local.platform.web.json.ProtoJson;

/** Creates messages and masks from short texts. */
public final class Messages {
  private Messages() {}

  /**
   * Reads a message from JSON with apostrophes instead of quotation marks.
   *
   * @return the mask of an update that came without one
   */
  public static FieldMask read(Call call, String json, Message.Builder message) {
    return FieldMasks.of(
        ProtoJson.read(json.replace('\'', '"').getBytes(UTF_8), message, call.violations()));
  }

  /** Returns a mask of paths separated by commas; empty for none. */
  public static FieldMask mask(String paths) {
    return FieldMask.newBuilder()
        .addAllPaths(Arrays.stream(paths.split(",", -1)).filter(path -> !path.isEmpty()).toList())
        .build();
  }

  /** Returns the names in a text, separated by commas. */
  public static Set<String> names(String names) {
    return Arrays.stream(names.split(",", -1))
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toSet());
  }
}
