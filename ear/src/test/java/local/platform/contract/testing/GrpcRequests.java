package local.platform.contract.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.FieldMask;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import com.google.protobuf.util.JsonFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import local.platform.contract.testing.GrpcRoutes.Match;
import org.jspecify.annotations.Nullable;

/**
 * Converts requests of REST to request messages. What no message can express is an {@link
 * IllegalArgumentException}: such a request belongs in a test of REST alone.
 */
final class GrpcRequests {
  private static final String WHOLE_MESSAGE = "*";
  private static final String MASK = "update_mask";

  private GrpcRequests() {}

  /**
   * Converts a request.
   *
   * @param query without its question mark; empty for none
   */
  static DynamicMessage of(Match match, String query, @Nullable String body) {
    Descriptor type = match.method().getInputType();
    DynamicMessage.Builder request = DynamicMessage.newBuilder(type);
    if (!query.isEmpty()) {
      for (String parameter : query.split("&", -1)) {
        String[] parts = parameter.split("=", 2);
        set(request, decode(parts[0]), decode(parts[1]));
      }
    }
    if (!match.body().isEmpty()) {
      bindBody(request, match.body(), body == null || body.isEmpty() ? "{}" : body);
    }
    match.pathVariables().forEach((path, value) -> set(request, path, decode(value)));
    return request.build();
  }

  private static void bindBody(DynamicMessage.Builder request, String name, String json) {
    if (name.equals(WHOLE_MESSAGE)) {
      merge(json, request);
      return;
    }
    FieldDescriptor field = field(request.getDescriptorForType(), name);
    if (field.isRepeated()) {
      merge("{\"" + field.getName() + "\":" + json + "}", request);
      return;
    }
    DynamicMessage.Builder value = DynamicMessage.newBuilder(field.getMessageType());
    merge(json, value);
    request.setField(field, value.build());
    FieldDescriptor mask = request.getDescriptorForType().findFieldByName(MASK);
    if (mask != null && !request.hasField(mask)) {
      FieldMask.Builder paths = FieldMask.newBuilder();
      addPaths(field.getMessageType(), parse(json), "", paths);
      request.setField(mask, paths.build());
    }
  }

  /** Adds the mask that REST assumes if none is sent: the fields of the body. */
  private static void addPaths(
      Descriptor type, JsonNode json, String prefix, FieldMask.Builder paths) {
    json.properties()
        .forEach(
            entry -> {
              FieldDescriptor field = field(type, entry.getKey());
              String path = prefix + field.getName();
              if (hasParts(field) && entry.getValue().isObject()) {
                addPaths(field.getMessageType(), entry.getValue(), path + ".", paths);
              } else {
                paths.addPaths(path);
              }
            });
  }

  private static boolean hasParts(FieldDescriptor field) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        && !field.isRepeated()
        && !field.getMessageType().getFullName().equals(Timestamp.getDescriptor().getFullName());
  }

  private static void merge(String json, Message.Builder message) {
    try {
      JsonFormat.parser().merge(json, message);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("no message says " + json, e);
    }
  }

  private static JsonNode parse(String json) {
    try {
      return PlatformClient.JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void set(Message.Builder message, String path, String text) {
    String[] names = path.split("\\.", 2);
    FieldDescriptor field = field(message.getDescriptorForType(), names[0]);
    if (names.length == 2) {
      set(message.getFieldBuilder(field), names[1], text);
    } else if (field.isRepeated()) {
      message.addRepeatedField(field, value(field, text));
    } else {
      message.setField(field, value(field, text));
    }
  }

  private static FieldDescriptor field(Descriptor type, String name) {
    return type.getFields().stream()
        .filter(field -> field.getName().equals(name) || field.getJsonName().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(type.getFullName() + " has no " + name));
  }

  private static Object value(FieldDescriptor field, String text) {
    return switch (field.getJavaType()) {
      case STRING -> text;
      case INT -> Integer.valueOf(text);
      case LONG -> Long.valueOf(text);
      case BOOLEAN -> bool(text);
      case ENUM -> enumValue(field.getEnumType(), text);
      case MESSAGE -> message(field.getMessageType(), text);
      default -> throw new IllegalArgumentException(field.getFullName() + " cannot be " + text);
    };
  }

  private static Message message(Descriptor type, String text) {
    if (type.getFullName().equals(Timestamp.getDescriptor().getFullName())) {
      Timestamp.Builder time = Timestamp.newBuilder();
      merge("\"" + text + "\"", time);
      return time.build();
    }
    return FieldMask.newBuilder().addAllPaths(List.of(text.split(",", -1))).build();
  }

  private static boolean bool(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  private static EnumValueDescriptor enumValue(EnumDescriptor type, String text) {
    return Optional.ofNullable(type.findValueByName(text))
        .orElseGet(() -> type.findValueByNumberCreatingIfUnknown(Integer.parseInt(text)));
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
