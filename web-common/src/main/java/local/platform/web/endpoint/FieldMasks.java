package local.platform.web.endpoint;

import com.google.api.AnnotationsProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import com.google.protobuf.util.FieldMaskUtil;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import local.platform.error.FieldViolations;
import local.platform.web.json.JsonFields;

/** Field masks (AIP-134, AIP-161): which fields of a resource an update changes. */
public final class FieldMasks {
  /** How the mask is called in errors. */
  private static final String FIELD = "updateMask";

  /** How the field of a request is called that is its mask. */
  public static final String MASK = "update_mask";

  private static final String ALL = "*";

  /** Without these, lists grow and messages are filled up. */
  private static final FieldMaskUtil.MergeOptions REPLACING =
      new FieldMaskUtil.MergeOptions()
          .setReplaceMessageFields(true)
          .setReplaceRepeatedFields(true)
          .setReplacePrimitiveFields(true);

  private FieldMasks() {}

  /**
   * Resolves a mask.
   *
   * @param mask the mask; its paths may be written in both spellings, may overlap, and name whole
   *     messages or parts of them. {@code *} alone means every field
   * @param resource what it is a mask of
   * @param violations takes the paths that name nothing
   * @return the paths of the values that it names, in the names of the proto; a list, a map or a
   *     time is one value
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

  /** Whether a mask asks for everything to be replaced. */
  public static boolean isAll(FieldMask mask) {
    return mask.getPathsList().contains(ALL);
  }

  /**
   * Returns a resource with some values of another one. A list, a map and a time are replaced as a
   * whole.
   *
   * @param resource what it was before
   * @param values what it is to have where the paths say so; a value that is not there is cleared
   * @param paths as {@link #resolve} gives them
   */
  @SuppressWarnings("unchecked") // a builder of a message builds such a message
  public static <M extends Message> M merge(M resource, M values, Set<String> paths) {
    Message.Builder merged = resource.toBuilder();
    FieldMaskUtil.merge(of(paths), values, merged, REPLACING);
    return (M) merged.build();
  }

  /** Returns paths as JSON has them. */
  public static Set<String> inJson(Set<String> paths) {
    return paths.stream()
        .map(path -> FieldMaskUtil.toJsonString(of(Set.of(path))))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The mask of an update that came without one: the given values. */
  public static FieldMask of(Collection<String> paths) {
    return FieldMask.newBuilder().addAllPaths(new TreeSet<>(paths)).build();
  }

  /**
   * Completes the request of an update that came as bytes and without a mask: it changes what is
   * not empty. Other requests are left alone, also those that are the resource themselves.
   *
   * @param method takes the request, and names the field of the resource as the body of its route
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

  /** The paths of the values that are not empty. */
  static Set<String> nonDefault(Message message) {
    Set<String> values = new LinkedHashSet<>();
    addNonDefault(message, "", values);
    return values;
  }

  private static boolean add(String path, Descriptor resource, Set<String> values) {
    Descriptor message = resource;
    StringBuilder prefix = new StringBuilder();
    String[] segments = path.split("\\.", -1);
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
                addNonDefault((Message) value, prefix + field.getName() + ".", values);
              } else if (!isDefault(field, value)) {
                values.add(prefix + field.getName());
              }
            });
  }

  /** Members of a oneof are there even if they are empty, and so is what is optional. */
  private static boolean isDefault(FieldDescriptor field, Object value) {
    return !field.isRepeated()
        && field.getJavaType() != JavaType.MESSAGE
        && value.equals(field.getDefaultValue());
  }
}
