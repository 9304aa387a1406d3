package local.platform.web.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import local.platform.foundation.error.FieldViolations;
import local.platform.proto.testing.Everything;
import local.platform.web.testing.RandomMessages;
import local.platform.web.testing.Violations;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Compares our JSON with that of protobuf itself, for everything that the API leaves to protobuf.
 */
class ProtoJsonOracleTest {
  private static final ObjectMapper TREES = new ObjectMapper();

  @Property(tries = 300)
  void whatIsWrittenIsWhatProtobufWrites(@ForAll("messages") Everything message)
      throws IOException {
    JsonNode ours = TREES.readTree(write(message));
    JsonNode theirs = TREES.readTree(JsonFormat.printer().print(message));

    assertThat(ours).isEqualTo(theirs);
  }

  @Property(tries = 300)
  void whatIsWrittenCanBeReadByProtobuf(@ForAll("messages") Everything message)
      throws InvalidProtocolBufferException {
    Everything.Builder read = Everything.newBuilder();
    JsonFormat.parser().merge(write(message), read);

    assertThat(read.build()).isEqualTo(message);
  }

  @Property(tries = 300)
  void whatIsWrittenIsReadAsItWas(@ForAll("messages") Everything message) {
    assertThat(read(write(message))).isEqualTo(message);
  }

  @Property(tries = 300)
  void whatProtobufWritesIsReadInEveryOfItsForms(@ForAll("messages") Everything message)
      throws InvalidProtocolBufferException {
    JsonFormat.Printer printer = JsonFormat.printer();

    assertThat(read(printer.print(message))).isEqualTo(message);
    assertThat(read(printer.preservingProtoFieldNames().print(message))).isEqualTo(message);
    assertThat(read(printer.printingEnumsAsInts().print(message))).isEqualTo(message);
    assertThat(read(printer.omittingInsignificantWhitespace().print(message))).isEqualTo(message);
    assertThat(read(printer.alwaysPrintFieldsWithNoPresence().print(message))).isEqualTo(message);
  }

  @Provide
  Arbitrary<Everything> messages() {
    return RandomMessages.everything();
  }

  private static String write(Message message) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = ProtoJson.generator(bytes)) {
      json.writeObject(message);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toString(UTF_8);
  }

  private static Everything read(String json) {
    Everything.Builder message = Everything.newBuilder();
    FieldViolations violations = new FieldViolations();
    ProtoJson.read(json.getBytes(UTF_8), message, violations);
    assertThat(Violations.of(violations)).as(json).isEmpty();
    return message.build();
  }
}
