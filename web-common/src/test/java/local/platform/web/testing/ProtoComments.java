package local.platform.web.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.SourceCodeInfo.Location;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks the comments of a module's protos, by AIP-192 and AIP-203. Compiled protos have no
 * comments, so the build also writes the protos with their comments to {@code protos.binpb}.
 */
public abstract class ProtoComments {
  /** The words with which the comment of a field may begin. */
  private static final List<String> MARKS = List.of("Required.", "Output only");

  /**
   * A service, method, message, field, oneof, enum or value of an enum.
   *
   * @param name its full name
   * @param comment the comment directly before it, on one line; empty if there is none
   */
  protected record Element(String name, String comment) {}

  @Test
  void everyElementHasAComment() {
    assertThat(elements(protos())).isNotEmpty();
    assertThat(withoutComment(protos())).isEmpty();
  }

  @Test
  void whetherAFieldIsRequiredOrSetByTheServerIsSaidFirst() {
    assertThat(elements(protos()))
        .allSatisfy(
            element ->
                assertThat(MARKS)
                    .filteredOn(element.comment()::contains)
                    .as(element.name())
                    .allMatch(element.comment()::startsWith));
  }

  /** Reads the protos of the module, with their comments. */
  protected static FileDescriptorSet protos() {
    try (InputStream file = ProtoComments.class.getResourceAsStream("/protos.binpb")) {
      if (file == null) {
        throw new IllegalStateException("the build did not write protos.binpb");
      }
      return FileDescriptorSet.parseFrom(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the comments of the protos of this module and of those on which it depends, by the full
   * names of their elements.
   */
  static Map<String, String> comments() {
    try {
      Map<String, String> comments = new HashMap<>();
      for (URL file :
          Collections.list(ProtoComments.class.getClassLoader().getResources("protos.binpb"))) {
        try (InputStream in = file.openStream()) {
          elements(FileDescriptorSet.parseFrom(in))
              .forEach(element -> comments.put(element.name(), element.comment()));
        }
      }
      return comments;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the names of the elements without a comment. */
  protected static List<String> withoutComment(FileDescriptorSet protos) {
    return elements(protos)
        .filter(element -> element.comment().isEmpty())
        .map(Element::name)
        .toList();
  }

  /** Returns everything in the protos that needs a comment. */
  protected static Stream<Element> elements(FileDescriptorSet protos) {
    return protos.getFileList().stream().flatMap(ProtoComments::elements);
  }

  private static Stream<Element> elements(FileDescriptorProto file) {
    Map<List<Integer>, String> comments = new HashMap<>();
    for (Location location : file.getSourceCodeInfo().getLocationList()) {
      comments.put(
          location.getPathList(), location.getLeadingComments().replaceAll("\\s+", " ").strip());
    }
    return below(file, file.getPackage(), List.of())
        .map(place -> new Element(place.name(), comments.getOrDefault(place.path(), "")));
  }

  /**
   * Where an element is.
   *
   * @param path as in {@code SourceCodeInfo.Location}: numbers of fields and indexes, in turn
   */
  private record Place(String name, List<Integer> path) {}

  private static Stream<Place> below(Message parent, String prefix, List<Integer> path) {
    return parent.getAllFields().entrySet().stream()
        .filter(entry -> holdsElements(entry.getKey()))
        .flatMap(
            entry -> {
              List<?> children = (List<?>) entry.getValue();
              return IntStream.range(0, children.size())
                  .filter(index -> isWritten(parent, entry.getKey(), index))
                  .boxed()
                  .flatMap(
                      index -> {
                        Message child = (Message) children.get(index);
                        List<Integer> childPath = new ArrayList<>(path);
                        childPath.add(entry.getKey().getNumber());
                        childPath.add(index);
                        String name = prefix + "." + child.getField(nameOf(entry.getKey()));
                        return Stream.concat(
                            Stream.of(new Place(name, childPath)), below(child, name, childPath));
                      });
            });
  }

  /** Returns whether a field holds elements, which are the only repeated messages with names. */
  private static boolean holdsElements(FieldDescriptor field) {
    return field.isRepeated()
        && field.getJavaType() == JavaType.MESSAGE
        && field.getMessageType().findFieldByName("name") != null;
  }

  private static FieldDescriptor nameOf(FieldDescriptor elements) {
    return elements.getMessageType().findFieldByName("name");
  }

  /**
   * Returns whether an element was written by hand, unlike the messages that the compiler creates
   * for maps and the oneofs of optional fields.
   */
  private static boolean isWritten(Message parent, FieldDescriptor elements, int index) {
    if (!(parent instanceof DescriptorProto message)) {
      return true;
    }
    return switch (elements.getNumber()) {
      case DescriptorProto.NESTED_TYPE_FIELD_NUMBER ->
          !message.getNestedType(index).getOptions().getMapEntry();
      case DescriptorProto.ONEOF_DECL_FIELD_NUMBER ->
          message.getFieldList().stream()
              .filter(FieldDescriptorProto::getProto3Optional)
              .noneMatch(field -> field.getOneofIndex() == index);
      default -> true;
    };
  }
}
