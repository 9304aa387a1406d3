package local.platform.web.module;

/** The paths of the contexts in which web modules are served: those of {@code application.xml}. */
public final class ContextPaths {
  /**
   * The context of version 1 in the EAR. In the merged WAR, which has one context, the routes of
   * version 1 begin with it. Clients see it nowhere: the root module forwards to it.
   */
  public static final String V1_COMPAT = "/v1-compat";

  private ContextPaths() {}
}
