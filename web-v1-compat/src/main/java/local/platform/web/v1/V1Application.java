package local.platform.web.v1;

import jakarta.ws.rs.ApplicationPath;
import java.util.Set;
import local.platform.web.module.ContextPaths;
import local.platform.web.rest.RestApplication;

/** REST of version 1, under an internal prefix. */
@ApplicationPath(ContextPaths.V1_COMPAT)
public class V1Application extends RestApplication {
  /** Creates the application, which has only the routes of the protos. */
  public V1Application() {
    super(Set.of());
  }
}
