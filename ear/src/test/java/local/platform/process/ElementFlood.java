package local.platform.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.api.AnnotationsProto;
import com.google.api.HttpRule;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A request in which one list or map has as many empty elements as fit.
 *
 * @param method the method that is called
 * @param path the field, and before it the messages in which it is
 */
record ElementFlood(MethodDescriptor method, List<FieldDescriptor> path) {
  /** A little less than a request over REST may have, for what is around the elements. */
  private static final int LENGTH = (1 << 20) - 1_000;

  /** The same over gRPC. */
  private static final int GRPC_LENGTH = (4 << 20) - 1_000;

  ElementFlood {
    path = List.copyOf(path);
  }

  /** Returns a flood for each list and map in the request of a method. */
  static Stream<ElementFlood> of(MethodDescriptor method) {
    return paths(method.getInputType(), List.of()).map(path -> new ElementFlood(method, path));
  }

  private static Stream<List<FieldDescriptor>> paths(Descriptor type, List<FieldDescriptor> outer) {
    return type.getFields().stream()
        .filter(field -> outer.stream().noneMatch(field::equals))
        .flatMap(
            field -> {
              List<FieldDescriptor> path = new ArrayList<>(outer);
              path.add(field);
              Stream<List<FieldDescriptor>> inner =
                  field.getJavaType() == JavaType.MESSAGE
                      ? paths(field.getMessageType(), path)
                      : Stream.empty();
              return field.isRepeated() ? Stream.concat(Stream.of(path), inner) : inner;
            });
  }

  private FieldDescriptor field() {
    return path.get(path.size() - 1);
  }

  /** Returns the request message. */
  byte[] message() {
    byte[] element =
        field().isPackable() ? new byte[1] : written(out -> out.writeByteArray(number(), empty()));
    byte[] bytes = repeated(element, GRPC_LENGTH / element.length);
    if (field().isPackable()) {
      byte[] packed = bytes;
      bytes = written(out -> out.writeByteArray(number(), packed));
    }
    for (int i = path.size() - 2; i >= 0; i--) {
      int number = path.get(i).getNumber();
      byte[] inner = bytes;
      bytes = written(out -> out.writeByteArray(number, inner));
    }
    return bytes;
  }

  private int number() {
    return field().getNumber();
  }

  private static byte[] empty() {
    return new byte[0];
  }

  private static byte[] repeated(byte[] bytes, int times) {
    byte[] all = new byte[bytes.length * times];
    for (int i = 0; i < all.length; i++) {
      all[i] = bytes[i % bytes.length];
    }
    return all;
  }

  /** Returns as many fields as fit that the request does not have. */
  static byte[] unknownFields() {
    return written(
        out -> {
          for (int i = 1_000; out.getTotalBytesWritten() < GRPC_LENGTH; i++) {
            out.writeTag(i, WireFormat.WIRETYPE_VARINT);
            out.writeUInt32NoTag(0);
          }
        });
  }

  /** Returns the verb and path of its route over REST, if the field is in the body there. */
  Optional<String> route(String uid) {
    HttpRule rule = method.getOptions().getExtension(AnnotationsProto.http);
    boolean isInBody = rule.getBody().equals("*") || rule.getBody().equals(path.get(0).getName());
    String template =
        switch (rule.getPatternCase()) {
          case POST -> "POST " + rule.getPost();
          case PUT -> "PUT " + rule.getPut();
          case PATCH -> "PATCH " + rule.getPatch();
          default -> "";
        };
    return isInBody && !template.isEmpty()
        ? Optional.of(template.replaceAll("\\{[^}]*}", uid))
        : Optional.empty();
  }

  /** Returns the body of its request over REST. */
  String body() {
    StringBuilder json = new StringBuilder();
    boolean isMap = field().isMapField();
    json.append(isMap ? '{' : '[');
    for (int i = 0; json.length() < LENGTH; i++) {
      json.append(i == 0 ? "" : ",").append(isMap ? "\"" + i + "\":" : "").append(emptyJson());
    }
    json.append(isMap ? '}' : ']');
    String value = json.toString();
    boolean isWhole = method.getOptions().getExtension(AnnotationsProto.http).getBody().equals("*");
    for (int i = path.size() - 1; i >= (isWhole ? 0 : 1); i--) {
      value = "{\"" + path.get(i).getJsonName() + "\":" + value + "}";
      FieldDescriptor outer = i == 0 ? null : path.get(i - 1);
      if (outer != null && outer.isRepeated() && !outer.isMapField()) {
        value = "[" + value + "]";
      }
    }
    return value;
  }

  private String emptyJson() {
    FieldDescriptor element =
        field().isMapField() ? field().getMessageType().findFieldByNumber(2) : field();
    return switch (element.getJavaType()) {
      case MESSAGE -> "{}";
      case STRING -> "\"\"";
      default -> "0";
    };
  }

  /** Returns a JSON object with as many names as fit. */
  static String names() {
    StringBuilder json = new StringBuilder("{\"a\":0");
    for (int i = 0; json.length() < LENGTH; i++) {
      json.append(",\"").append(Integer.toString(i, Character.MAX_RADIX)).append("\":0");
    }
    return json.append('}').toString();
  }

  /** Returns as many repetitions of a text as fit in a form. */
  static String form(String text) {
    return text.repeat(LENGTH / text.getBytes(UTF_8).length);
  }

  /** Writes a message. */
  @FunctionalInterface
  private interface Writing {
    void to(CodedOutputStream out) throws IOException;
  }

  private static byte[] written(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      writing.to(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @Override
  public String toString() {
    return method.getFullName() + " " + path.stream().map(FieldDescriptor::getName).toList();
  }
}
