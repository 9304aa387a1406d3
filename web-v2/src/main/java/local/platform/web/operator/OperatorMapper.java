package local.platform.web.operator;

import java.util.List;
import local.platform.access.operator.Operator;
import local.platform.access.token.SigningKeys.Rotation;
import local.platform.proto.operator.ListOperatorsResponse;
import local.platform.proto.operator.RotateSigningKeysResponse;
import local.platform.web.endpoint.Timestamps;

/** Converts the records of the operator service to messages. */
final class OperatorMapper {
  private OperatorMapper() {}

  static local.platform.proto.operator.Operator message(Operator operator) {
    return local.platform.proto.operator.Operator.newBuilder()
        .setIdentityUid(operator.identity().value())
        .setCreateTime(Timestamps.message(operator.createTime()))
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
        .setSignTime(Timestamps.message(rotation.signsFrom()))
        .build();
  }
}
