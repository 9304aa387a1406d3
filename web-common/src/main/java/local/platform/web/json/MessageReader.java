package local.platform.web.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.Message;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.validation.Elements;

/**
 * Reads messages from JSON (the JSON mapping of proto3): both spellings of names, 64-bit integers
 * as numbers or texts, enums by name or number. It is stricter than the mapping where tolerance
 * would hide a mistake: violations are reported for repeated fields, for all invalid values, and
 * for unknown fields unless these are to be ignored.
 */
final class MessageReader {
  private final UnknownFields unknownFields;
  private final FieldViolations violations;
  private final Elements elements;
  private final Set<String> presentPaths = new HashSet<>();

  MessageReader(UnknownFields unknownFields, FieldViolations violations) {
    this(unknownFields, violations, new Elements());
  }

  private MessageReader(
      UnknownFields unknownFields, FieldViolations violations, Elements elements) {
    this.unknownFields = unknownFields;
    this.violations = violations;
    this.elements = elements;
  }

  /**
   * Returns the paths of the values that were present, in the names of the proto: the fields that a
   * PATCH without a mask changes. A message without any value is one itself.
   */
  Set<String> presentPaths() {
    return presentPaths;
  }

  /**
   * Reads an object. The parser must be at its beginning and is left at its end.
   *
   * @throws local.platform.foundation.error.PlatformException INVALID_ARGUMENT if its lists and
   *     maps have too many elements
   */
  void read(JsonParser json, Message.Builder message) throws IOException {
    readObject(json, message, "", "");
  }

  /**
   * Reads a list. The parser must be at its beginning and is left at its end.
   *
   * @throws local.platform.foundation.error.PlatformException INVALID_ARGUMENT if it has too many
   *     elements
   */
  void read(JsonParser json, Message.Builder message, FieldDescriptor field) throws IOException {
    readList(json, message, field, field.getJsonName());
  }

  private void readObject(
      JsonParser json, Message.Builder message, String jsonPrefix, String protoPrefix)
      throws IOException {
    Set<FieldDescriptor> seen = new HashSet<>();
    Set<OneofDescriptor> seenOneofs = new HashSet<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      Optional<FieldDescriptor> found = JsonFields.find(message.getDescriptorForType(), name);
      if (found.isEmpty()) {
        if (unknownFields == UnknownFields.NOTED) {
          violations.add(jsonPrefix + name, "unknown field");
        }
        json.skipChildren();
        continue;
      }
      FieldDescriptor field = found.get();
      String path = jsonPrefix + field.getJsonName();
      OneofDescriptor oneof = field.getRealContainingOneof();
      boolean isNull = json.currentToken() == JsonToken.VALUE_NULL;
      if (!seen.add(field)) {
        violations.add(path, "the field is given twice: give it once");
        json.skipChildren();
      } else if (oneof != null && !isNull && !seenOneofs.add(oneof)) {
        violations.add(path, "only one member of " + oneof.getName() + " can be set");
        json.skipChildren();
      } else {
        readField(json, message, field, path, protoPrefix);
      }
    }
  }

  private void readField(
      JsonParser json,
      Message.Builder message,
      FieldDescriptor field,
      String path,
      String protoPrefix)
      throws IOException {
    String protoPath = protoPrefix + field.getName();
    JsonToken token = json.currentToken();
    if (JsonFields.isNested(field) && token == JsonToken.START_OBJECT) {
      Message.Builder nested = message.newBuilderForField(field);
      int present = presentPaths.size();
      readObject(json, nested, path + ".", protoPath + ".");
      if (presentPaths.size() == present) {
        presentPaths.add(protoPath);
      }
      message.setField(field, nested.build());
      return;
    }
    presentPaths.add(protoPath);
    if (token == JsonToken.VALUE_NULL) {
      return; // null means the empty value
    }
    if (field.isMapField()) {
      readMap(json, message, field, path);
    } else if (field.isRepeated()) {
      readList(json, message, field, path);
    } else {
      value(json, message, field, path).ifPresent(value -> message.setField(field, value));
    }
  }

  private void readList(
      JsonParser json, Message.Builder message, FieldDescriptor field, String path)
      throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      refuse(json, path, "must be a list");
      return;
    }
    for (int index = 0; json.nextToken() != JsonToken.END_ARRAY; index++) {
      elements.add(path);
      Optional<Object> element =
          ScalarReader.reads(field)
              ? scalar(json, field, path, "element " + index + " ")
              : value(json, message, field, path + "[" + index + "]");
      element.ifPresent(value -> message.addRepeatedField(field, value));
    }
  }

  private void readMap(JsonParser json, Message.Builder message, FieldDescriptor field, String path)
      throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      refuse(json, path, "must be an object");
      return;
    }
    FieldDescriptor keyField = field.getMessageType().findFieldByNumber(1);
    FieldDescriptor valueField = field.getMessageType().findFieldByNumber(2);
    Set<String> seen = new HashSet<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      elements.add(path);
      String key = json.currentName();
      String entryPath = path + "." + key;
      json.nextToken();
      if (!seen.add(key)) {
        violations.add(entryPath, "the key is given twice: give it once");
        json.skipChildren();
        continue;
      }
      Message.Builder entry = message.newBuilderForField(field);
      Optional<Object> readKey = ScalarReader.read(key, keyField, entryPath, violations);
      Optional<Object> readValue = value(json, entry, valueField, entryPath);
      if (readKey.isPresent() && readValue.isPresent()) {
        entry.setField(keyField, readKey.get()).setField(valueField, readValue.get());
        message.addRepeatedField(field, entry.build());
      }
    }
  }

  /** Reads one value. Returns empty if it is invalid, which is then added as a violation. */
  private Optional<Object> value(
      JsonParser json, Message.Builder message, FieldDescriptor field, String path)
      throws IOException {
    if (ScalarReader.reads(field)) {
      return scalar(json, field, path, "");
    }
    if (json.currentToken() != JsonToken.START_OBJECT) {
      refuse(json, path, "must be an object");
      return Optional.empty();
    }
    Message.Builder nested = message.newBuilderForField(field);
    // Values in a list or a map have no paths of their own: these are changed as a whole.
    MessageReader inner = new MessageReader(unknownFields, violations, elements);
    inner.readObject(json, nested, path + ".", "");
    return Optional.of(nested.build());
  }

  /**
   * Reads one value without fields. Returns empty if it is invalid, which is then added as a
   * violation.
   *
   * @param subject the part of the field that the value is, followed by a space; empty for the
   *     field itself. Scalars in a list have no path of their own, because rules of such a field
   *     apply to the list
   */
  private Optional<Object> scalar(
      JsonParser json, FieldDescriptor field, String path, String subject) throws IOException {
    Optional<Object> value = ScalarReader.read(json, field);
    if (value.isEmpty()) {
      violations.add(path, subject + ScalarReader.expected(field));
    }
    return value;
  }

  private void refuse(JsonParser json, String path, String description) throws IOException {
    violations.add(path, description);
    json.skipChildren();
  }
}
