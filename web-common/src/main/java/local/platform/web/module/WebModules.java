package local.platform.web.module;

import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.enterprise.inject.Instance;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;

/**
 * The web modules that have started. They load in class loaders of their own and cannot see each
 * other; each registers itself here, with what it serves.
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
   * @param services what it serves
   * @param classes the JAX-RS classes with routes that are in no proto
   */
  public record WebModule(
      String name, boolean root, List<ServiceMethods> services, List<Class<?>> classes) {
    public WebModule {
      services = List.copyOf(services);
      classes = List.copyOf(classes);
    }

    /**
     * Returns a module.
     *
     * @param endpoints what serves its services
     * @param beans where they are found
     */
    public static WebModule of(
        String name,
        boolean root,
        List<Class<? extends Endpoint>> endpoints,
        List<Class<?>> classes,
        Instance<Endpoint> beans) {
      return new WebModule(
          name,
          root,
          endpoints.stream().map(type -> beans.select(type).get().methods()).toList(),
          classes);
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
