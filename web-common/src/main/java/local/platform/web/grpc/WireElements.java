package local.platform.web.grpc;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.validation.Elements;

/**
 * Counts the elements in the bytes of a request message, before they are parsed: the parser makes
 * an object of each, also of fields that the message does not have.
 */
final class WireElements {
  /** The depth at which the parser gives up. */
  private static final int MAX_DEPTH = 100;

  private final byte[] bytes;
  private final CodedInputStream input;
  private final String bodyPrefix;
  private final Elements elements = new Elements();

  private WireElements(byte[] bytes, String bodyPrefix) {
    this.bytes = bytes;
    this.input = CodedInputStream.newInstance(bytes);
    this.bodyPrefix = bodyPrefix;
  }

  /**
   * Checks the number of elements in a request.
   *
   * @param body the field that is the body of the request over REST, where it is not named; empty
   *     if there is none
   * @throws PlatformException INVALID_ARGUMENT if its lists and maps, and the fields that it does
   *     not have, have too many
   * @throws InvalidProtocolBufferException if it is no message
   */
  static void check(byte[] bytes, Descriptor type, String body)
      throws InvalidProtocolBufferException {
    if (bytes.length <= Elements.MAX) {
      return; // each element takes at least one byte
    }
    FieldDescriptor field = type.findFieldByName(body);
    String prefix = field == null || field.isRepeated() ? "" : field.getJsonName() + ".";
    try {
      new WireElements(bytes, prefix).message(type, "", 0);
    } catch (InvalidProtocolBufferException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory failed", e);
    }
  }

  private void message(Descriptor type, String prefix, int depth) throws IOException {
    for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
      FieldDescriptor field = type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
      int wireType = WireFormat.getTagWireType(tag);
      if (field != null && isPacked(field, wireType)) {
        packed(field, prefix + field.getJsonName());
      } else if (field != null && wireType == field.getLiteType().getWireType()) {
        value(field, tag, prefix + field.getJsonName(), depth);
      } else {
        unknown(tag, prefix, depth);
      }
    }
  }

  private static boolean isPacked(FieldDescriptor field, int wireType) {
    return field.isPackable() && wireType == WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  private void value(FieldDescriptor field, int tag, String path, int depth) throws IOException {
    if (field.isRepeated()) {
      elements.add(named(path));
    }
    if (field.getJavaType() == JavaType.MESSAGE && depth < MAX_DEPTH) {
      int outer = input.pushLimit(input.readRawVarint32());
      message(field.getMessageType(), path + ".", depth + 1);
      input.popLimit(outer);
    } else {
      input.skipField(tag);
    }
  }

  private void packed(FieldDescriptor field, String path) throws IOException {
    int length = input.readRawVarint32();
    int start = input.getTotalBytesRead();
    input.skipRawBytes(length);
    int count =
        switch (field.getType()) {
          case FIXED32, SFIXED32, FLOAT -> length / Float.BYTES;
          case FIXED64, SFIXED64, DOUBLE -> length / Double.BYTES;
          default -> varints(start, length);
        };
    elements.add(named(path), count);
  }

  private int varints(int start, int length) {
    int count = 0;
    for (int i = start; i < start + length; i++) {
      count += bytes[i] >= 0 ? 1 : 0; // the last byte of each number
    }
    return count;
  }

  /** Counts a field that the message does not have; if it is a group, with all that is in it. */
  private void unknown(int tag, String prefix, int depth) throws IOException {
    int number = WireFormat.getTagFieldNumber(tag);
    elements.add(named(prefix + number));
    if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_START_GROUP || depth >= MAX_DEPTH) {
      input.skipField(tag);
      return;
    }
    for (int inner = input.readTag(); inner != 0; inner = input.readTag()) {
      if (WireFormat.getTagWireType(inner) == WireFormat.WIRETYPE_END_GROUP) {
        return;
      }
      unknown(inner, prefix + number + ".", depth + 1);
    }
  }

  private String named(String path) {
    return path.startsWith(bodyPrefix) ? path.substring(bodyPrefix.length()) : path;
  }
}
