package local.platform.web.v1.endpoint;

import java.util.List;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.ApiVersion.EmptyAnswer;
import local.platform.web.json.UnknownFields;

/** Constants of version 1. */
public final class V1 {
  /** The API version of its services. */
  public static final ApiVersion VERSION =
      new ApiVersion(List.of("v1"), UnknownFields.IGNORED, EmptyAnswer.OBJECT);

  private V1() {}
}
