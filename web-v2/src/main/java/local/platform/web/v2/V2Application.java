package local.platform.web.v2;

import jakarta.ws.rs.ApplicationPath;
import java.util.Set;
import local.platform.web.rest.RestApplication;

/** REST at the root of the server: version 2, and the routes without a version. */
@ApplicationPath("/")
public class V2Application extends RestApplication {
  /** Creates the application with the classes whose routes are in no proto. */
  public V2Application() {
    super(Set.copyOf(V2Module.CLASSES));
  }
}
