package local.platform.web.v1.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.Message;
import local.platform.web.endpoint.Call;
import local.platform.web.json.ProtoJson;
import local.platform.web.json.UnknownFields;
import local.platform.web.testing.TestCall;

/** Converts messages to and from JSON with apostrophes instead of quotation marks. */
public final class V1Messages {
  private V1Messages() {}

  /** Returns the JSON of a message. */
  public static String json(Message message) {
    return TestCall.json(message).replace('"', '\'');
  }

  /** Reads a message, as version 1 does. */
  public static <B extends Message.Builder> B read(Call call, String json, B message) {
    ProtoJson.read(
        json.replace('\'', '"').getBytes(UTF_8), message, UnknownFields.IGNORED, call.violations());
    return message;
  }
}
