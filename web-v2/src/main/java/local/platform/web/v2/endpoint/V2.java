package local.platform.web.v2.endpoint;

import java.util.List;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.ApiVersion.EmptyAnswer;
import local.platform.web.json.UnknownFields;

/** Constants of version 2. */
public final class V2 {
  /** The API version of its services, with both of its names. */
  public static final ApiVersion VERSION =
      new ApiVersion(List.of("v2", "v2beta1"), UnknownFields.NOTED, EmptyAnswer.NO_BODY);

  private V2() {}
}
