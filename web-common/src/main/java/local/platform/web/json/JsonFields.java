package local.platform.web.json;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Duration;
import com.google.protobuf.FieldMask;
import com.google.protobuf.Timestamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The JSON names of a message's fields: both spellings are read, and one is written. If the proto
 * gives a field another name in JSON, that is read too.
 */
public final class JsonFields {
  private static final Map<Descriptor, Map<String, FieldDescriptor>> BY_NAME =
      new ConcurrentHashMap<>();

  /** Messages that are a text in JSON. */
  private static final Set<Descriptor> TEXTS =
      Set.of(Timestamp.getDescriptor(), Duration.getDescriptor(), FieldMask.getDescriptor());

  /** More segments than any path of a field has. */
  private static final int MAX_SEGMENTS = 32;

  private static final Pattern UNDERSCORE = Pattern.compile("_(.)");

  private JsonFields() {}

  /**
   * Returns the field with this name, in lowerCamelCase or as in the proto; empty if there is none.
   */
  public static Optional<FieldDescriptor> find(Descriptor message, String name) {
    return Optional.ofNullable(BY_NAME.computeIfAbsent(message, JsonFields::names).get(name));
  }

  /**
   * Returns the fields that a path leads through, from the outermost one on; none if there is no
   * such path.
   *
   * @param path names as {@link #find} takes them, separated by dots
   */
  public static List<FieldDescriptor> path(Descriptor message, String path) {
    List<FieldDescriptor> fields = new ArrayList<>();
    Descriptor holder = message;
    for (String name : segments(path)) {
      if (!fields.isEmpty()) {
        FieldDescriptor outer = fields.get(fields.size() - 1);
        if (!isNested(outer)) {
          return List.of();
        }
        holder = outer.getMessageType();
      }
      Optional<FieldDescriptor> field = find(holder, name);
      if (field.isEmpty()) {
        return List.of();
      }
      fields.add(field.get());
    }
    return fields;
  }

  /** Returns the path that leads through fields, in the names that are written. */
  public static String jsonPath(List<FieldDescriptor> fields) {
    return fields.stream().map(FieldDescriptor::getJsonName).collect(Collectors.joining("."));
  }

  /**
   * Returns the names in a path, which dots separate. Whatever follows more names than a path of
   * fields has is one name, which is not that of a field.
   */
  public static String[] segments(String path) {
    return path.split("\\.", MAX_SEGMENTS);
  }

  private static Map<String, FieldDescriptor> names(Descriptor message) {
    Map<String, FieldDescriptor> names = new HashMap<>();
    for (FieldDescriptor field : message.getFields()) {
      names.put(camelCase(field.getName()), field);
      names.put(field.getName(), field);
      names.put(field.getJsonName(), field);
    }
    return names;
  }

  private static String camelCase(String name) {
    return UNDERSCORE.matcher(name).replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
  }

  /**
   * Returns whether the field is a single message with fields of its own, and not a value: lists,
   * maps and texts such as times are values.
   */
  public static boolean isNested(FieldDescriptor field) {
    return field.getJavaType() == JavaType.MESSAGE
        && !field.isRepeated()
        && !TEXTS.contains(field.getMessageType());
  }
}
