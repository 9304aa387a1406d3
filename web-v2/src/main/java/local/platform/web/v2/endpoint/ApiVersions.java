package local.platform.web.v2.endpoint;

import java.util.List;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.ApiVersion.EmptyAnswer;
import local.platform.web.json.UnknownFields;

/** The versions of the services of this module. */
public final class ApiVersions {
  /** Version 2, under both of its names. */
  public static final ApiVersion V2 =
      new ApiVersion(List.of("v2", "v2beta1"), UnknownFields.NOTED, EmptyAnswer.NO_BODY);

  /** Services of no version, which follow the rules of version 2. */
  public static final ApiVersion NONE =
      new ApiVersion(List.of(), UnknownFields.NOTED, EmptyAnswer.NO_BODY);

  /** {@code Auth}, which is as old as version 1 and follows its rules. */
  public static final ApiVersion AUTH =
      new ApiVersion(List.of(), UnknownFields.IGNORED, EmptyAnswer.OBJECT);

  private ApiVersions() {}
}
