package local.platform.web.v1;

import jakarta.ws.rs.ApplicationPath;
import java.util.Set;
import local.platform.web.rest.RestApplication;

/** REST of version 1, under a prefix that only the server itself uses. */
@ApplicationPath("v1-compat")
public class V1Application extends RestApplication {
  /** With the routes of the protos alone. */
  public V1Application() {
    super(Set.of());
  }
}
