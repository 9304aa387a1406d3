package local.platform.web.v1.endpoint;

import java.util.List;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.ApiVersion.EmptyAnswer;
import local.platform.web.json.UnknownFields;

/** What the services of version 1 have in common. */
public final class V1 {
  /** The version. */
  public static final ApiVersion VERSION =
      new ApiVersion(List.of("v1"), UnknownFields.IGNORED, EmptyAnswer.OBJECT);

  private V1() {}
}
