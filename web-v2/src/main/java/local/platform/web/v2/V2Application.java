package local.platform.web.v2;

import jakarta.ws.rs.ApplicationPath;
import java.util.Set;
import local.platform.web.rest.RestApplication;

/** REST at the root of the server: version 2, and what belongs to no version. */
@ApplicationPath("/")
public class V2Application extends RestApplication {
  /** With the routes that are in no proto. */
  public V2Application() {
    super(Set.copyOf(V2Module.CLASSES));
  }
}
