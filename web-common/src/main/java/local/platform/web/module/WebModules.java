package local.platform.web.module;

import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import local.platform.web.endpoint.ServiceMethods;

/**
 * The web modules that have started. They load in class loaders of their own and cannot see each
 * other; each registers itself here, with what it serves on the one gRPC listener.
 */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
public class WebModules {
  private final List<WebModule> modules = new CopyOnWriteArrayList<>();

  /**
   * A web module.
   *
   * @param name what readiness calls it
   * @param root whether it is the one that answers at the root of the server, which starts last
   * @param services what it serves over gRPC
   */
  public record WebModule(String name, boolean root, List<ServiceMethods> services) {
    public WebModule {
      services = List.copyOf(services);
    }
  }

  /** Registers a module that is ready to serve. */
  public void register(WebModule module) {
    modules.add(module);
  }

  /** The modules that have registered so far. */
  public List<WebModule> registered() {
    return List.copyOf(modules);
  }

  /** Whether all have: the root module starts after all others. */
  public boolean complete() {
    return modules.stream().anyMatch(WebModule::root);
  }
}
