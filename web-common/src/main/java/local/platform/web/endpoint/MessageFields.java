package local.platform.web.endpoint;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import java.util.List;
import java.util.Optional;

/** Finds fields that many messages have in common. */
public final class MessageFields {
  private MessageFields() {}

  /**
   * Returns the field with this name in the proto.
   *
   * @throws IllegalArgumentException if the message does not have it
   */
  public static FieldDescriptor named(Descriptor message, String name) {
    return Optional.ofNullable(message.findFieldByName(name))
        .orElseThrow(
            () -> new IllegalArgumentException("no " + name + " in " + message.getFullName()));
  }

  /**
   * Returns the field of this type.
   *
   * @throws IllegalArgumentException if the message does not have exactly one
   */
  public static FieldDescriptor ofType(Descriptor message, Descriptor type) {
    List<FieldDescriptor> found =
        message.getFields().stream()
            .filter(field -> field.getJavaType() == JavaType.MESSAGE)
            .filter(field -> field.getMessageType() == type)
            .toList();
    if (found.size() != 1) {
      throw new IllegalArgumentException(
          message.getFullName() + " must have one field of type " + type.getFullName());
    }
    return found.get(0);
  }

  /**
   * Returns the only field that is repeated.
   *
   * @throws IllegalArgumentException if the message does not have exactly one
   */
  public static FieldDescriptor onlyList(Descriptor message) {
    List<FieldDescriptor> found =
        message.getFields().stream().filter(FieldDescriptor::isRepeated).toList();
    if (found.size() != 1) {
      throw new IllegalArgumentException(message.getFullName() + " must have one repeated field");
    }
    return found.get(0);
  }
}
