package local.platform.web.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Duration;
import com.google.protobuf.FieldMask;
import com.google.protobuf.Timestamp;
import com.google.protobuf.UnsafeByteOperations;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.validation.Elements;

/** Reads single values: from JSON, and from the texts of query parameters and map keys. */
public final class ScalarReader {
  private static final BigDecimal MAX_UINT32 = new BigDecimal("4294967295");
  private static final BigDecimal MAX_UINT64 = new BigDecimal("18446744073709551615");
  private static final BigDecimal MAX_DURATION = new BigDecimal("315576000000");
  private static final Pattern DURATION = Pattern.compile("(-?[0-9]{1,12}(?:\\.[0-9]{1,9})?)s");
  private static final int NANO_DIGITS = 9;
  private static final Pattern NUMBER = Pattern.compile("[-+.0-9Ee]+");
  private static final int MAX_NUMBER_LENGTH = 64;
  private static final Instant FIRST_TIME = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LAST_TIME = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private ScalarReader() {}

  /**
   * Returns whether values of the field are read by this class: all but messages with fields of
   * their own.
   */
  public static boolean reads(FieldDescriptor field) {
    return field.getJavaType() != JavaType.MESSAGE
        || field.getMessageType().equals(Timestamp.getDescriptor())
        || field.getMessageType().equals(Duration.getDescriptor())
        || field.getMessageType().equals(FieldMask.getDescriptor());
  }

  /**
   * Reads the value at the parser's position.
   *
   * @return empty if it is not {@linkplain #expected what the field accepts}
   */
  static Optional<Object> read(JsonParser json, FieldDescriptor field) throws IOException {
    JsonToken token = json.currentToken();
    boolean fits =
        switch (field.getJavaType()) {
          case BOOLEAN -> token.isBoolean();
          case INT, LONG, FLOAT, DOUBLE, ENUM ->
              token.isNumeric() || token == JsonToken.VALUE_STRING;
          case STRING, BYTE_STRING, MESSAGE -> token == JsonToken.VALUE_STRING;
        };
    if (fits) {
      return read(json.getText(), field);
    }
    json.skipChildren();
    return Optional.empty();
  }

  /**
   * Reads a value from a text.
   *
   * @return empty if it is invalid, which is then added as a violation
   */
  public static Optional<Object> read(
      String text, FieldDescriptor field, String path, FieldViolations violations) {
    Optional<Object> value = read(text, field);
    if (value.isEmpty()) {
      violations.add(path, expected(field));
    }
    return value;
  }

  private static Optional<Object> read(String text, FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case BOOLEAN -> bool(text);
      case INT -> integer(text, field).map(BigDecimal::intValue);
      case LONG -> integer(text, field).map(BigDecimal::longValue);
      case FLOAT ->
          number(text).filter(v -> Float.isFinite(v.floatValue())).map(BigDecimal::floatValue);
      case DOUBLE ->
          number(text).filter(v -> Double.isFinite(v.doubleValue())).map(BigDecimal::doubleValue);
      case STRING -> isUnicode(text) ? Optional.of(text) : Optional.empty();
      case BYTE_STRING -> bytes(text);
      case ENUM -> enumValue(text, field).map(v -> (Object) v);
      case MESSAGE -> message(text, field.getMessageType());
    };
  }

  /** Returns the description of an invalid value, such as "must be true or false". */
  static String expected(FieldDescriptor field) {
    return "must be " + description(field);
  }

  private static String description(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case BOOLEAN -> "true or false";
      case INT, LONG ->
          "a whole number in the range of "
              + field.getType().name().toLowerCase(java.util.Locale.ROOT);
      case FLOAT, DOUBLE -> "a number";
      case STRING -> "a text of valid Unicode";
      case BYTE_STRING -> "base64";
      case ENUM -> "one of the names of " + field.getEnumType().getName();
      case MESSAGE -> {
        if (field.getMessageType().equals(FieldMask.getDescriptor())) {
          yield "a comma-separated list of fields";
        }
        yield field.getMessageType().equals(Duration.getDescriptor())
            ? "a duration such as 3600s"
            : "a time such as 2030-01-31T12:00:00Z";
      }
    };
  }

  private static Optional<Object> bool(String text) {
    return switch (text) {
      case "true" -> Optional.of(true);
      case "false" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  private static Optional<BigDecimal> number(String text) {
    // The length is limited to bound the work: with an exponent a few characters are a huge number.
    // The pattern excludes digits of other scripts, which BigDecimal accepts.
    if (text.length() > MAX_NUMBER_LENGTH || !NUMBER.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new BigDecimal(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Optional<BigDecimal> integer(String text, FieldDescriptor field) {
    BigDecimal least;
    BigDecimal most;
    switch (field.getType()) {
      case UINT32, FIXED32 -> {
        least = BigDecimal.ZERO;
        most = MAX_UINT32;
      }
      case UINT64, FIXED64 -> {
        least = BigDecimal.ZERO;
        most = MAX_UINT64;
      }
      case INT64, SINT64, SFIXED64 -> {
        least = BigDecimal.valueOf(Long.MIN_VALUE);
        most = BigDecimal.valueOf(Long.MAX_VALUE);
      }
      default -> {
        least = BigDecimal.valueOf(Integer.MIN_VALUE);
        most = BigDecimal.valueOf(Integer.MAX_VALUE);
      }
    }
    return number(text)
        .filter(value -> value.compareTo(least) >= 0 && value.compareTo(most) <= 0)
        .filter(value -> value.stripTrailingZeros().scale() <= 0);
  }

  private static Optional<Object> bytes(String text) {
    try {
      boolean urlSafe = text.indexOf('-') >= 0 || text.indexOf('_') >= 0;
      Base64.Decoder decoder = urlSafe ? Base64.getUrlDecoder() : Base64.getDecoder();
      return Optional.of(UnsafeByteOperations.unsafeWrap(decoder.decode(text)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<EnumValueDescriptor> enumValue(String text, FieldDescriptor field) {
    EnumValueDescriptor byName = field.getEnumType().findValueByName(text);
    if (byName != null) {
      return Optional.of(byName);
    }
    return number(text)
        .filter(value -> value.abs().compareTo(MAX_UINT32) < 0)
        .filter(value -> value.stripTrailingZeros().scale() <= 0)
        .flatMap(
            value -> Optional.ofNullable(field.getEnumType().findValueByNumber(value.intValue())));
  }

  private static Optional<Object> message(String text, Descriptor type) {
    if (type.equals(FieldMask.getDescriptor())) {
      return Optional.of(fieldMask(text));
    }
    return type.equals(Duration.getDescriptor()) ? duration(text) : timestamp(text);
  }

  private static Optional<Object> duration(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    BigDecimal seconds = new BigDecimal(matcher.group(1));
    if (seconds.abs().compareTo(MAX_DURATION) > 0) {
      return Optional.empty();
    }
    return Optional.of(
        Duration.newBuilder()
            .setSeconds(seconds.longValue())
            .setNanos(seconds.remainder(BigDecimal.ONE).movePointRight(NANO_DIGITS).intValueExact())
            .build());
  }

  private static Optional<Object> timestamp(String text) {
    try {
      Instant instant = OffsetDateTime.parse(text).toInstant();
      if (instant.isBefore(FIRST_TIME) || instant.isAfter(LAST_TIME)) {
        return Optional.empty();
      }
      return Optional.of(
          Timestamp.newBuilder()
              .setSeconds(instant.getEpochSecond())
              .setNanos(instant.getNano())
              .build());
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /**
   * Parses a field mask: paths, separated by commas.
   *
   * @throws local.platform.foundation.error.PlatformException INVALID_ARGUMENT if they are too many
   */
  public static FieldMask fieldMask(String text) {
    return FieldMask.newBuilder()
        .addAllPaths(
            Elements.split("updateMask", text, ",").stream()
                .map(String::strip)
                .filter(p -> !p.isEmpty())
                .toList())
        .build();
  }

  /** Returns whether the text has no lone surrogates, which cannot be encoded. */
  private static boolean isUnicode(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        return false;
      }
    }
    return true;
  }
}
