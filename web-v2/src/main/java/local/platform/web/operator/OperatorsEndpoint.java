package local.platform.web.operator;

import com.google.protobuf.Empty;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.Optional;
import local.platform.foundation.uid.Uid;
import local.platform.operator.OperatorService;
import local.platform.proto.operator.AssignOwnerRequest;
import local.platform.proto.operator.AssignOwnerResponse;
import local.platform.proto.operator.CreateOperatorRequest;
import local.platform.proto.operator.DeleteOperatorRequest;
import local.platform.proto.operator.ListOperatorsRequest;
import local.platform.proto.operator.ListOperatorsResponse;
import local.platform.proto.operator.Operator;
import local.platform.proto.operator.OperatorsProto;
import local.platform.proto.operator.RotateSigningKeysRequest;
import local.platform.proto.operator.RotateSigningKeysResponse;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.FieldNames;
import local.platform.web.endpoint.ServiceMethods;

/** Implements {@code OperatorsService}, over REST only. */
@ApplicationScoped
public class OperatorsEndpoint implements Endpoint {
  private static final FieldNames NAMES = FieldNames.of(Map.of("identity", "identityUid"));

  @EJB private OperatorService operators;

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(OperatorsProto.getDescriptor(), "OperatorsService", ApiVersion.NONE)
        .on(ListOperatorsRequest.getDefaultInstance(), this::list)
        .on(CreateOperatorRequest.getDefaultInstance(), this::create)
        .on(DeleteOperatorRequest.getDefaultInstance(), this::delete)
        .on(AssignOwnerRequest.getDefaultInstance(), this::assignOwner)
        .on(RotateSigningKeysRequest.getDefaultInstance(), this::rotateSigningKeys)
        .withoutDryRunsAndKeys(RotateSigningKeysRequest.getDefaultInstance())
        .withoutGrpc();
  }

  ListOperatorsResponse list(Call call, ListOperatorsRequest request) {
    call.violations().throwIfAny();
    return OperatorMapper.message(operators.list(call.caller()));
  }

  Operator create(Call call, CreateOperatorRequest request) {
    Uid identity = call.requiredUid("identityUid", request.getOperator().getIdentityUid());
    return OperatorMapper.message(
        NAMES.translated(() -> operators.create(call.caller(), identity)));
  }

  Empty delete(Call call, DeleteOperatorRequest request) {
    Uid identity = call.requiredUid("identityUid", request.getIdentityUid());
    operators.delete(call.caller(), identity, call.condition());
    return Empty.getDefaultInstance();
  }

  AssignOwnerResponse assignOwner(Call call, AssignOwnerRequest request) {
    Optional<Uid> organization = call.uid("uid", request.getUid());
    Uid identity = call.requiredUid("identityUid", request.getIdentityUid());
    return NAMES.translated(
        () -> {
          operators.assignOwner(call.caller(), organization.orElseThrow(), identity);
          return AssignOwnerResponse.getDefaultInstance();
        });
  }

  RotateSigningKeysResponse rotateSigningKeys(Call call, RotateSigningKeysRequest request) {
    call.violations().throwIfAny();
    return OperatorMapper.message(
        operators.rotateSigningKeys(call.caller(), request.getRevokeOld()));
  }
}
