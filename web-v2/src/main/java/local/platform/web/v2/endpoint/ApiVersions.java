package local.platform.web.v2.endpoint;

import java.util.List;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.ApiVersion.EmptyAnswer;
import local.platform.web.json.UnknownFields;

/** The API versions of the services of this module. */
public final class ApiVersions {
  /** Version 2, with both of its names. */
  public static final ApiVersion V2 =
      new ApiVersion(List.of("v2", "v2beta1"), UnknownFields.NOTED, EmptyAnswer.NO_BODY);

  /** Services without a version that follow the rules of version 2. */
  public static final ApiVersion NONE =
      new ApiVersion(List.of(), UnknownFields.NOTED, EmptyAnswer.NO_BODY);

  /** {@code Auth}, which is as old as version 1 and follows the rules of that version. */
  public static final ApiVersion AUTH =
      new ApiVersion(List.of(), UnknownFields.IGNORED, EmptyAnswer.OBJECT);

  private ApiVersions() {}
}
