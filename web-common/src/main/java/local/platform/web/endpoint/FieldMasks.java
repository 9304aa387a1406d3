package local.platform.web.endpoint;

import com.google.api.AnnotationsProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import com.google.protobuf.util.FieldMaskUtil;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import local.platform.foundation.error.FieldViolations;
import local.platform.web.json.JsonFields;

/** Field masks (AIP-134, AIP-161), which name the fields of a resource that an update changes. */
public final class FieldMasks {
  /** The name of the mask in errors. */
  private static final String FIELD = "updateMask";

  /** The name of the mask's field in requests. */
  public static final String MASK = "update_mask";

  /** The spellings of the mask's query parameter. */
  public static final List<String> SPELLINGS = List.of(FIELD, MASK);

  private static final String ALL = "*";

  /** Without these, lists would be appended to and messages merged. */
  private static final FieldMaskUtil.MergeOptions REPLACING =
      new FieldMaskUtil.MergeOptions()
          .setReplaceMessageFields(true)
          .setReplaceRepeatedFields(true)
          .setReplacePrimitiveFields(true);

  private FieldMasks() {}

  /**
   * Resolves a mask to the paths of single values.
   *
   * @param mask the mask; its paths may be written in both spellings, may overlap, and may name
   *     whole messages or parts of them. {@code *} alone means every field
   * @param resource the type of the resource
   * @param violations receives the paths that do not exist, and a {@code *} that is not alone
   * @return the paths of the values that the mask names, in the names of the proto; a list, a map
   *     or a time is one value
   */
  public static Set<String> resolve(
      FieldMask mask, Descriptor resource, FieldViolations violations) {
    List<String> paths = mask.getPathsList();
    Set<String> values = new TreeSet<>();
    if (paths.contains(ALL)) {
      if (Set.copyOf(paths).size() > 1) {
        violations.add(FIELD, "* must stand alone");
      }
      addAll(resource, "", values);
      return values;
    }
    for (String path : paths) {
      if (!add(path, resource, values)) {
        violations.add(FIELD, "there is no field " + path);
      }
    }
    return values;
  }

  /** Returns whether a mask contains {@code *}, which replaces everything. */
  public static boolean isAll(FieldMask mask) {
    return mask.getPathsList().contains(ALL);
  }

  /**
   * Returns whether a mask names a value itself, and not only a message around it or everything.
   *
   * @param value path of the value, as {@link #resolve} returns it
   */
  public static boolean names(FieldMask mask, String value, Descriptor resource) {
    return mask.getPathsList().stream()
        .map(path -> JsonFields.path(resource, path))
        .map(path -> path.stream().map(FieldDescriptor::getName).collect(Collectors.joining(".")))
        .anyMatch(value::equals);
  }

  /**
   * Returns a copy of a resource in which some values are replaced. Lists, maps and times are
   * replaced as a whole.
   *
   * @param resource the resource before
   * @param values the new values; those that it does not set are cleared
   * @param paths the values to replace, as {@link #resolve} returns them
   */
  @SuppressWarnings("unchecked") // a builder of a message builds such a message
  static <M extends Message> M merge(M resource, M values, Set<String> paths) {
    Message.Builder merged = resource.toBuilder();
    FieldMaskUtil.merge(of(paths), values, merged, REPLACING);
    return (M) merged.build();
  }

  /**
   * Returns paths with their names in JSON.
   *
   * @param paths paths of values of a resource, as {@link #resolve} returns them
   */
  static Set<String> inJson(Set<String> paths, Descriptor resource) {
    return paths.stream()
        .map(path -> inJson(path, resource))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static String inJson(String path, Descriptor resource) {
    List<String> names = new ArrayList<>();
    Descriptor message = resource;
    for (String segment : path.split("\\.", -1)) {
      FieldDescriptor field = message.findFieldByName(segment);
      names.add(field.getJsonName());
      message = JsonFields.isNested(field) ? field.getMessageType() : message;
    }
    return String.join(".", names);
  }

  /** Returns the mask with these paths. */
  public static FieldMask of(Collection<String> paths) {
    return FieldMask.newBuilder().addAllPaths(new TreeSet<>(paths)).build();
  }

  /**
   * Adds the default mask to a binary update request without a mask: the fields that are not empty.
   * Returns other requests unchanged, including those whose message is the resource itself.
   *
   * @param method the method of the request; the body of its route names the field of the resource
   */
  @SuppressWarnings("unchecked") // a builder of a message builds such a message
  public static <Q extends Message> Q withDefaultMask(Q request, MethodDescriptor method) {
    Descriptor type = request.getDescriptorForType();
    FieldDescriptor mask = type.findFieldByName(MASK);
    FieldDescriptor resource =
        type.findFieldByName(method.getOptions().getExtension(AnnotationsProto.http).getBody());
    if (mask == null
        || resource == null
        || ((FieldMask) request.getField(mask)).getPathsCount() > 0) {
      return request;
    }
    Message changed = (Message) request.getField(resource);
    return (Q) request.toBuilder().setField(mask, of(nonDefault(changed))).build();
  }

  /**
   * Returns the paths of the values that are not empty. A message that is there without any value
   * is one itself.
   */
  public static Set<String> nonDefault(Message message) {
    Set<String> values = new LinkedHashSet<>();
    addNonDefault(message, "", values);
    return values;
  }

  private static boolean add(String path, Descriptor resource, Set<String> values) {
    Descriptor message = resource;
    StringBuilder prefix = new StringBuilder();
    String[] segments = JsonFields.segments(path);
    for (int i = 0; i < segments.length; i++) {
      Optional<FieldDescriptor> found = JsonFields.find(message, segments[i]);
      if (found.isEmpty()) {
        return false;
      }
      FieldDescriptor field = found.get();
      boolean last = i == segments.length - 1;
      if (!JsonFields.isNested(field)) {
        values.add(prefix + field.getName());
        return last;
      }
      message = field.getMessageType();
      prefix.append(field.getName()).append('.');
    }
    addAll(message, prefix.toString(), values);
    return true;
  }

  private static void addAll(Descriptor message, String prefix, Set<String> values) {
    for (FieldDescriptor field : message.getFields()) {
      if (JsonFields.isNested(field)) {
        addAll(field.getMessageType(), prefix + field.getName() + ".", values);
      } else {
        values.add(prefix + field.getName());
      }
    }
  }

  private static void addNonDefault(Message message, String prefix, Set<String> values) {
    message
        .getAllFields()
        .forEach(
            (field, value) -> {
              if (JsonFields.isNested(field)) {
                int found = values.size();
                addNonDefault((Message) value, prefix + field.getName() + ".", values);
                if (values.size() == found) {
                  values.add(prefix + field.getName());
                }
              } else if (!isDefault(field, value)) {
                values.add(prefix + field.getName());
              }
            });
  }

  /**
   * Returns whether a value is empty. Members of a oneof and optional fields can be present
   * although they are empty.
   */
  private static boolean isDefault(FieldDescriptor field, Object value) {
    return !field.isRepeated()
        && field.getJavaType() != JavaType.MESSAGE
        && value.equals(field.getDefaultValue());
  }
}
