package local.platform.bench;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** The baseline with which the product is compared. */
@ApplicationPath("/bench")
public class BenchApplication extends Application {
  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(BaselineResource.class, RequestBaselineResource.class);
  }
}
