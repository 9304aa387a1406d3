package local.platform.web.testing;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import java.util.List;
import java.util.Random;
import local.platform.proto.testing.Everything;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Creates messages with random values in random fields. */
public final class RandomMessages {
  private static final List<String> TEXTS =
      List.of("", "a", " ", "\0", "\u0001\b\n\u007f", "\"\\/'<>&=", "äöü 漢字 😀", "\u2028\ufeff");
  private static final long FIRST_SECOND = -62_135_596_800L;
  private static final long LAST_SECOND = 253_402_300_799L;
  private static final int MILLISECOND = 1_000_000;

  private RandomMessages() {}

  /** Creates a message with any kinds of fields. */
  public static Arbitrary<Everything> everything() {
    return Arbitraries.randoms()
        .map(
            random -> {
              Everything.Builder message = Everything.newBuilder();
              fill(message, random);
              return message.build();
            });
  }

  private static void fill(Message.Builder message, Random random) {
    for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
      if (field.getRealContainingOneof() == null && random.nextInt(3) > 0) {
        fill(message, field, random);
      }
    }
    for (OneofDescriptor oneof : message.getDescriptorForType().getRealOneofs()) {
      int member = random.nextInt(oneof.getFieldCount() + 1);
      if (member < oneof.getFieldCount()) {
        fill(message, oneof.getField(member), random);
      }
    }
  }

  private static void fill(Message.Builder message, FieldDescriptor field, Random random) {
    if (field.isMapField()) {
      // At most one entry, so that no key occurs twice.
      message.addRepeatedField(field, entry(message, field, random));
    } else if (field.isRepeated()) {
      for (int i = random.nextInt(3); i > 0; i--) {
        message.addRepeatedField(field, value(message, field, random));
      }
    } else {
      message.setField(field, value(message, field, random));
    }
  }

  private static Message entry(Message.Builder message, FieldDescriptor field, Random random) {
    Message.Builder entry = message.newBuilderForField(field);
    for (FieldDescriptor part : entry.getDescriptorForType().getFields()) {
      entry.setField(part, value(entry, part, random));
    }
    return entry.build();
  }

  private static Object value(Message.Builder message, FieldDescriptor field, Random random) {
    return switch (field.getJavaType()) {
      case BOOLEAN -> random.nextBoolean();
      case INT -> any(random, 0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, random.nextInt());
      case LONG -> any(random, 0L, 1L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, random.nextLong());
      case FLOAT -> any(random, 0f, 1f, -1.5f, Float.MAX_VALUE, Float.MIN_VALUE, 0.1f);
      case DOUBLE -> any(random, 0d, 1d, -1.5, Double.MAX_VALUE, Double.MIN_VALUE, 0.1);
      case STRING -> any(random, TEXTS.toArray());
      case BYTE_STRING -> {
        byte[] bytes = new byte[random.nextInt(5)];
        random.nextBytes(bytes);
        yield ByteString.copyFrom(bytes);
      }
      case ENUM -> {
        List<EnumValueDescriptor> values = field.getEnumType().getValues();
        yield values.get(random.nextInt(values.size()));
      }
      case MESSAGE -> message(message, field, random);
    };
  }

  private static Message message(Message.Builder message, FieldDescriptor field, Random random) {
    if (field.getMessageType().equals(Timestamp.getDescriptor())) {
      return Timestamp.newBuilder()
          .setSeconds(FIRST_SECOND + (long) (random.nextDouble() * (LAST_SECOND - FIRST_SECOND)))
          // Never zero, for which protobuf writes no fraction and this server does.
          .setNanos((1 + random.nextInt(999)) * MILLISECOND)
          .build();
    }
    if (field.getMessageType().equals(Duration.getDescriptor())) {
      int sign = random.nextBoolean() ? 1 : -1;
      return Duration.newBuilder()
          .setSeconds(sign * (long) random.nextInt(10))
          .setNanos(random.nextBoolean() ? 0 : sign * (1 + 2 * random.nextInt(500_000_000)))
          .build();
    }
    Message.Builder nested = message.newBuilderForField(field);
    fill(nested, random);
    return nested.build();
  }

  private static Object any(Random random, Object... values) {
    return values[random.nextInt(values.length)];
  }
}
