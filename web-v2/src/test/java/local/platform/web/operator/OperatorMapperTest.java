package local.platform.web.operator;

import static local.platform.web.testing.TestCall.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import local.platform.access.operator.Operator;
import local.platform.access.token.SigningKeys.Rotation;
import local.platform.foundation.uid.Uid;
import org.junit.jupiter.api.Test;

class OperatorMapperTest {
  private static final Uid UID = new Uid("a".repeat(40)).newChild();
  private static final Operator OPERATOR =
      new Operator(UID, Instant.parse("2030-01-01T00:00:00.120Z"));
  private static final String JSON =
      "{\"identityUid\":\"" + UID + "\",\"createTime\":\"2030-01-01T00:00:00.120Z\"}";

  @Test
  void anOperatorIsItsIdentityAndSinceWhen() {
    assertThat(json(OperatorMapper.message(OPERATOR))).isEqualTo(JSON);
  }

  @Test
  void allOperatorsAreListedInTheirOrder() {
    Operator other = new Operator(new Uid("b".repeat(40)).newChild(), Instant.EPOCH);

    assertThat(json(OperatorMapper.message(List.of(other, OPERATOR))))
        .isEqualTo("{\"operators\":[" + json(OperatorMapper.message(other)) + "," + JSON + "]}");
  }

  @Test
  void aRotationIsTheNewKeyAndFromWhenItSigns() {
    Rotation rotation = new Rotation("key", Instant.parse("2030-01-01T00:10:00Z"));

    assertThat(json(OperatorMapper.message(rotation)))
        .isEqualTo("{\"kid\":\"key\",\"signTime\":\"2030-01-01T00:10:00.000Z\"}");
  }
}
