package local.platform.testing.sample;

import java.util.List;
import java.util.Map;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;

/** The sample of operators. */
public final class OperatorSample implements Sample {
  @Override
  public List<Written> writes() {
    return List.of(
        new Written(
            "OperatorService.create",
            stage -> {
              Uid identity = stage.world().identity(stage.root()).uid();
              return () -> stage.services().operatorService().create(stage.operator(), identity);
            },
            "Operator created"),
        new Written(
            "OperatorService.delete",
            stage -> {
              Uid identity = stage.world().identity(stage.root()).uid();
              stage.world().appointOperator(identity);
              return () ->
                  stage
                      .services()
                      .operatorService()
                      .delete(stage.operator(), identity, VersionCondition.ANY);
            },
            "Operator deleted"),
        new Written(
            "OperatorService.assignOwner",
            stage -> {
              Uid identity = stage.world().identity(stage.root()).uid();
              Uid organization = stage.world().organization();
              return () ->
                  stage
                      .services()
                      .operatorService()
                      .assignOwner(stage.operator(), organization, identity);
            },
            "RoleBinding created"));
  }

  @Override
  public Map<String, String> tables() {
    return Map.of("operator", "identity_uid");
  }
}
