package local.platform.web.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages as canonical JSON (the JSON mapping of proto3): lowerCamelCase names, 64-bit
 * integers as texts, enums by name. It deviates where the API requires it: some fields are always
 * present, and times always have three fraction digits.
 */
final class MessageWriter {
  /**
   * The fields that are written even when they are empty or zero, by their names; by their full
   * names where that is so in one message only.
   */
  private static final Set<String> ALWAYS_PRESENT =
      Set.of(
          "verified",
          "resource_limits",
          "deprecated",
          "google.rpc.BadRequest.FieldViolation.field",
          "platform.vulnerabilities.v2.Advisory.artifact_architecture",
          "platform.vulnerabilities.v2.Advisory.component_location");

  /**
   * A message with this field is the answer to a list, in which the field of the rows is always
   * present, and how many rows were skipped.
   */
  private static final String LIST_MARK = "next_page_token";

  private static final String SKIPPED_ROWS = "skipped";

  /**
   * The number of rows, which is present whenever it is known. In messages that cannot tell zero
   * from unknown it is always known.
   */
  private static final String TOTAL = "total_count";

  private static final DateTimeFormatter MILLISECONDS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

  private final Map<Descriptor, List<Field>> fields = new ConcurrentHashMap<>();

  /**
   * The precomputed properties of a field.
   *
   * @param oneof the oneof to which it belongs, if any
   */
  private record Field(
      FieldDescriptor descriptor,
      SerializedString name,
      boolean alwaysPresent,
      @Nullable OneofDescriptor oneof) {

    static Field of(FieldDescriptor descriptor) {
      return new Field(
          descriptor,
          new SerializedString(descriptor.getJsonName()),
          isAlwaysPresent(descriptor),
          descriptor.getRealContainingOneof());
    }

    /** Returns the value of the field in a message; null if it is not to be written. */
    @Nullable Object valueIn(Message message) {
      if (alwaysPresent) {
        return message.getField(descriptor);
      }
      if (descriptor.isRepeated()) {
        return message.getRepeatedFieldCount(descriptor) > 0 ? message.getField(descriptor) : null;
      }
      if (descriptor.hasPresence()) {
        return message.hasField(descriptor) ? message.getField(descriptor) : null;
      }
      // To ask the message whether it has the field would read the value twice.
      Object value = message.getField(descriptor);
      return value.equals(descriptor.getDefaultValue()) ? null : value;
    }
  }

  /** Returns whether a field is written even when it is empty or zero. */
  static boolean isAlwaysPresent(FieldDescriptor field) {
    boolean rows = field.isRepeated() && !field.isMapField();
    boolean ofList = field.getContainingType().findFieldByName(LIST_MARK) != null;
    return (ofList && (rows || field.getName().equals(SKIPPED_ROWS)))
        || (field.getName().equals(TOTAL) && !field.hasPresence())
        || ALWAYS_PRESENT.contains(field.getName())
        || ALWAYS_PRESENT.contains(field.getFullName());
  }

  void write(JsonGenerator json, Message message) throws IOException {
    if (message instanceof Timestamp timestamp) {
      json.writeString(
          MILLISECONDS.format(Instant.ofEpochSecond(timestamp.getSeconds(), timestamp.getNanos())));
      return;
    }
    if (message instanceof com.google.protobuf.Duration duration) {
      json.writeString(text(duration));
      return;
    }
    json.writeStartObject();
    writeFields(json, message);
    json.writeEndObject();
  }

  /** Writes only the fields, into an object that the caller has begun. */
  void writeFields(JsonGenerator json, Message message) throws IOException {
    // To ask a message for each member of a oneof takes as long as to write the one that it has.
    OneofDescriptor oneof = null;
    FieldDescriptor member = null;
    for (Field field :
        fields.computeIfAbsent(message.getDescriptorForType(), MessageWriter::fieldsOf)) {
      if (field.oneof() != null && !field.oneof().equals(oneof)) {
        oneof = field.oneof();
        member = message.getOneofFieldDescriptor(oneof);
      }
      boolean asked = field.oneof() == null || field.descriptor().equals(member);
      Object value = asked ? field.valueIn(message) : null;
      if (value != null) {
        json.writeFieldName(field.name());
        writeField(json, field.descriptor(), value);
      }
    }
  }

  private static List<Field> fieldsOf(Descriptor message) {
    return message.getFields().stream().map(Field::of).toList();
  }

  private void writeField(JsonGenerator json, FieldDescriptor field, Object value)
      throws IOException {
    if (field.isMapField()) {
      writeMap(json, field, (List<?>) value);
    } else if (field.isRepeated()) {
      json.writeStartArray();
      for (Object element : (List<?>) value) {
        writeValue(json, field, element);
      }
      json.writeEndArray();
    } else {
      writeValue(json, field, value);
    }
  }

  private void writeMap(JsonGenerator json, FieldDescriptor field, List<?> entries)
      throws IOException {
    FieldDescriptor key = field.getMessageType().findFieldByNumber(1);
    FieldDescriptor value = field.getMessageType().findFieldByNumber(2);
    json.writeStartObject();
    for (Object entry : entries) {
      Message pair = (Message) entry;
      json.writeFieldName(String.valueOf(pair.getField(key)));
      writeValue(json, value, pair.getField(value));
    }
    json.writeEndObject();
  }

  private void writeValue(JsonGenerator json, FieldDescriptor field, Object value)
      throws IOException {
    switch (field.getType()) {
      case BOOL -> json.writeBoolean((Boolean) value);
      case INT32, SINT32, SFIXED32 -> json.writeNumber((Integer) value);
      case UINT32, FIXED32 -> json.writeNumber(Integer.toUnsignedLong((Integer) value));
      case INT64, SINT64, SFIXED64 -> json.writeString(String.valueOf(value));
      case UINT64, FIXED64 -> json.writeString(Long.toUnsignedString((Long) value));
      case FLOAT -> json.writeNumber((Float) value);
      case DOUBLE -> json.writeNumber((Double) value);
      case STRING -> json.writeString((String) value);
      case BYTES -> json.writeBinary(((ByteString) value).toByteArray());
      case ENUM -> json.writeString(((EnumValueDescriptor) value).getName());
      case MESSAGE, GROUP -> write(json, (Message) value);
    }
  }

  /** Returns a duration as a text in seconds; seconds and nanoseconds have the same sign. */
  private static String text(com.google.protobuf.Duration duration) {
    String sign = duration.getSeconds() < 0 || duration.getNanos() < 0 ? "-" : "";
    String fraction =
        duration.getNanos() == 0
            ? ""
            : String.format(Locale.ROOT, ".%09d", Math.abs(duration.getNanos()));
    return sign + Math.abs(duration.getSeconds()) + fraction + "s";
  }
}
