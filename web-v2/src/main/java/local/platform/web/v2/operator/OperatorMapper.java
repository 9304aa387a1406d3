package local.platform.web.v2.operator;

import com.google.protobuf.Timestamp;
import java.time.Instant;
import java.util.List;
import local.platform.operator.Operator;
import local.platform.proto.operator.ListOperatorsResponse;
import local.platform.proto.operator.RotateSigningKeysResponse;
import local.platform.token.SigningKeys.Rotation;

/** From the records of the operator service to messages. */
final class OperatorMapper {
  private OperatorMapper() {}

  static local.platform.proto.operator.Operator message(Operator operator) {
    return local.platform.proto.operator.Operator.newBuilder()
        .setIdentityUid(operator.identity().value())
        .setCreateTime(timestamp(operator.createTime()))
        .build();
  }

  static ListOperatorsResponse message(List<Operator> operators) {
    return ListOperatorsResponse.newBuilder()
        .addAllOperators(operators.stream().map(OperatorMapper::message).toList())
        .build();
  }

  static RotateSigningKeysResponse message(Rotation rotation) {
    return RotateSigningKeysResponse.newBuilder()
        .setKid(rotation.kid())
        .setSignTime(timestamp(rotation.signsFrom()))
        .build();
  }

  private static Timestamp timestamp(Instant instant) {
    return Timestamp.newBuilder()
        .setSeconds(instant.getEpochSecond())
        .setNanos(instant.getNano())
        .build();
  }
}
