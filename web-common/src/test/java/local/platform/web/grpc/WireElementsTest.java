package local.platform.web.grpc;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.FieldMask;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.validation.Elements;
import local.platform.proto.testing.Everything;
import local.platform.proto.testing.Middle;
import local.platform.proto.testing.UpdateThingRequest;
import local.platform.web.testing.RandomMessages;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WireElementsTest {
  private static final Descriptor TYPE = Everything.getDescriptor();

  private static Stream<FieldDescriptor> repeatedFields() {
    return TYPE.getFields().stream().filter(FieldDescriptor::isRepeated);
  }

  @ParameterizedTest
  @MethodSource("repeatedFields")
  void asManyElementsOfAFieldAsAreAllowedPass(FieldDescriptor field) {
    assertThatCode(() -> check(withEmpty(field, Elements.MAX))).doesNotThrowAnyException();
    assertRefused(withEmpty(field, Elements.MAX + 1), field.getJsonName());
  }

  @ParameterizedTest
  @MethodSource("repeatedFields")
  void elementsAreCountedInAllFieldsTogether(FieldDescriptor field) {
    byte[] texts = withEmpty(TYPE.findFieldByName("texts"), Elements.MAX);

    assertRefused(concatenated(texts, withEmpty(field, 1)), field.getJsonName());
  }

  /** Numbers may come in one piece or in several. */
  @Test
  void numbersThatAreNotPackedAreCounted() {
    int tag = WireFormat.FieldType.INT64.getWireType() | Everything.NUMBERS_FIELD_NUMBER << 3;
    byte[] number =
        bytes(
            out -> {
              out.writeUInt32NoTag(tag);
              out.writeUInt32NoTag(0);
            });

    assertRefused(repeated(number, Elements.MAX + 1), "numbers");
    assertThatCode(() -> check(repeated(number, Elements.MAX))).doesNotThrowAnyException();
  }

  @Test
  void longNumbersCountOnce() {
    Everything numbers =
        Everything.newBuilder().addAllNumbers(Collections.nCopies(Elements.MAX, -1L)).build();

    assertThatCode(() -> check(numbers.toByteArray())).doesNotThrowAnyException();
  }

  @Test
  void elementsInElementsAreNamedByTheirPath() {
    Middle middle = Middle.newBuilder().addAllInners(inners(Elements.MAX)).build();

    assertRefused(
        Everything.newBuilder().addMiddles(middle).build().toByteArray(), "middles.inners");
    assertRefused(
        Everything.newBuilder().putMiddleByName("a", middle).build().toByteArray(),
        "middleByName.value.inners");
  }

  @Test
  void pathsOfAMaskAreCountedAndTheBodyIsNotNamed() {
    byte[] mask =
        UpdateThingRequest.newBuilder()
            .setUpdateMask(
                FieldMask.newBuilder().addAllPaths(Collections.nCopies(Elements.MAX + 1, "")))
            .build()
            .toByteArray();
    UpdateThingRequest.Builder limits = UpdateThingRequest.newBuilder();
    for (int i = 0; i <= Elements.MAX; i++) {
      limits.getThingBuilder().putResourceLimits(String.valueOf(i), 1);
    }

    Descriptor type = UpdateThingRequest.getDescriptor();
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> WireElements.check(mask, type, "thing"))
        .withMessageContaining("updateMask.paths: has too many");
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> WireElements.check(limits.build().toByteArray(), type, "thing"))
        .withMessageContaining(" resourceLimits: has too many");
  }

  private static Stream<Field> unknownValues() {
    return Stream.of(
        Field.newBuilder().addVarint(0).build(),
        Field.newBuilder().addFixed32(0).build(),
        Field.newBuilder().addFixed64(0).build(),
        Field.newBuilder().addLengthDelimited(ByteString.EMPTY).build(),
        Field.newBuilder().addGroup(UnknownFieldSet.getDefaultInstance()).build());
  }

  @ParameterizedTest
  @MethodSource("unknownValues")
  void fieldsThatTheMessageDoesNotHaveAreCounted(Field value) {
    byte[] unknown = UnknownFieldSet.newBuilder().addField(9_999, value).build().toByteArray();

    assertRefused(repeated(unknown, Elements.MAX + 1), "9999");
    assertThatCode(() -> check(repeated(unknown, Elements.MAX))).doesNotThrowAnyException();
  }

  @Test
  void whatIsInAGroupIsCounted() {
    UnknownFieldSet.Builder group = UnknownFieldSet.newBuilder();
    for (int i = 1; i <= Elements.MAX; i++) {
      group.addField(i, Field.newBuilder().addVarint(0).build());
    }
    Field outer = Field.newBuilder().addGroup(group.build()).build();

    assertRefused(
        UnknownFieldSet.newBuilder().addField(9_999, outer).build().toByteArray(), "9999.10000");
  }

  /** The parser keeps such values as fields that the message does not have. */
  @Test
  void valuesOfAnotherTypeThanThatOfTheirFieldAreCounted() {
    Field value = Field.newBuilder().addVarint(0).build();
    byte[] number =
        UnknownFieldSet.newBuilder()
            .addField(Everything.TEXT_VALUE_FIELD_NUMBER, value)
            .build()
            .toByteArray();

    assertRefused(repeated(number, Elements.MAX + 1), "1");
  }

  @Test
  void whatIsNoMessageIsLeftToTheParserOrRefusedAsIt() {
    byte[] truncated = new byte[Elements.MAX + 1];
    truncated[0] = 10; // a text
    truncated[1] = (byte) 0xff;
    truncated[2] = (byte) 0xff;
    truncated[3] = 0x7f;

    assertThatExceptionOfType(InvalidProtocolBufferException.class)
        .isThrownBy(() -> check(truncated));
    assertThatExceptionOfType(InvalidProtocolBufferException.class)
        .isThrownBy(() -> check(new byte[Elements.MAX + 1]));
  }

  @Property(tries = 200)
  void asManyAreCountedAsAreParsed(@ForAll("messages") Everything message)
      throws InvalidProtocolBufferException {
    int count = elements(message);
    byte[] filled =
        concatenated(
            message.toByteArray(), withEmpty(TYPE.findFieldByName("texts"), Elements.MAX - count));

    check(filled);
    assertRefused(concatenated(filled, withEmpty(TYPE.findFieldByName("texts"), 1)), "texts");
  }

  @Provide
  Arbitrary<Everything> messages() {
    return RandomMessages.everything();
  }

  private static int elements(Message message) {
    int count = 0;
    for (var field : message.getAllFields().entrySet()) {
      List<?> values =
          field.getKey().isRepeated() ? (List<?>) field.getValue() : List.of(field.getValue());
      count += field.getKey().isRepeated() ? values.size() : 0;
      for (Object value : values) {
        count += value instanceof Message inner ? elements(inner) : 0;
      }
    }
    return count;
  }

  private static List<local.platform.proto.testing.Inner> inners(int count) {
    return Collections.nCopies(count, local.platform.proto.testing.Inner.getDefaultInstance());
  }

  /** Returns a message in which a field has this number of empty elements. */
  private static byte[] withEmpty(FieldDescriptor field, int number) {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(TYPE);
    Object element =
        field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
            ? DynamicMessage.getDefaultInstance(field.getMessageType())
            : switch (field.getJavaType()) {
              case STRING -> "";
              case LONG -> 0L;
              default -> field.getEnumType().findValueByNumber(0);
            };
    for (int i = 0; i < number; i++) {
      message.addRepeatedField(field, element);
    }
    return message.build().toByteArray();
  }

  private static void check(byte[] bytes) throws InvalidProtocolBufferException {
    WireElements.check(bytes, TYPE, "");
  }

  private static void assertRefused(byte[] bytes, String path) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> check(bytes))
        .withMessage("Invalid argument: " + path + ": " + Elements.TOO_MANY);
  }

  private static byte[] repeated(byte[] bytes, int times) {
    byte[] all = new byte[bytes.length * times];
    for (int i = 0; i < times; i++) {
      System.arraycopy(bytes, 0, all, i * bytes.length, bytes.length);
    }
    return all;
  }

  private static byte[] concatenated(byte[] one, byte[] other) {
    return ByteString.copyFrom(one).concat(ByteString.copyFrom(other)).toByteArray();
  }

  /** Writes to a message. */
  @FunctionalInterface
  private interface Writing {
    void to(CodedOutputStream out) throws IOException;
  }

  private static byte[] bytes(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      writing.to(out);
      out.flush();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toByteArray();
  }
}
