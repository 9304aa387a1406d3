package local.platform.web.v2.operator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import local.platform.operator.Operator;
import local.platform.token.SigningKeys.Rotation;
import local.platform.uid.Uid;
import local.platform.web.json.ProtoJson;
import org.junit.jupiter.api.Test;

class OperatorMapperTest {
  private static final Uid UID = new Uid("a".repeat(40)).newChild();
  private static final Operator OPERATOR =
      new Operator(UID, Instant.parse("2030-01-01T00:00:00.120Z"));
  private static final String JSON =
      "{\"identityUid\":\"" + UID + "\",\"createTime\":\"2030-01-01T00:00:00.120Z\"}";

  @Test
  void anOperatorIsItsIdentityAndSinceWhen() throws IOException {
    assertThat(json(OperatorMapper.message(OPERATOR))).isEqualTo(JSON);
  }

  @Test
  void allOperatorsAreListedInTheirOrder() throws IOException {
    Operator other = new Operator(new Uid("b".repeat(40)).newChild(), Instant.EPOCH);

    assertThat(json(OperatorMapper.message(List.of(other, OPERATOR))))
        .isEqualTo("{\"operators\":[" + json(OperatorMapper.message(other)) + "," + JSON + "]}");
  }

  @Test
  void aRotationIsTheNewKeyAndFromWhenItSigns() throws IOException {
    Rotation rotation = new Rotation("key", Instant.parse("2030-01-01T00:10:00Z"));

    assertThat(json(OperatorMapper.message(rotation)))
        .isEqualTo("{\"kid\":\"key\",\"signTime\":\"2030-01-01T00:10:00.000Z\"}");
  }

  private static String json(Message message) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = ProtoJson.generator(bytes)) {
      ProtoJson.write(json, message);
    }
    return bytes.toString(UTF_8);
  }
}
