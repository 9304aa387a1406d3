package local.platform.web.module;

import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.enterprise.inject.Instance;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.files.FileSet;

/**
 * The registry of the web modules that have started. They have class loaders of their own and
 * cannot see each other; each registers here what it serves.
 */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
public class WebModules {
  private final List<WebModule> modules = new CopyOnWriteArrayList<>();

  /**
   * A web module.
   *
   * @param name its name in the answer of the readiness check
   * @param root whether it is the root module, which starts last
   * @param services its services
   * @param classes the JAX-RS classes with routes that are not in a proto
   * @param files the paths of its static files
   */
  public record WebModule(
      String name,
      boolean root,
      List<ServiceMethods> services,
      List<Class<?>> classes,
      Set<String> files) {
    public WebModule {
      services = List.copyOf(services);
      classes = List.copyOf(classes);
      files = Set.copyOf(files);
    }

    /**
     * Returns a module.
     *
     * @param versions the versions that it serves; those of other modules may be in the same
     *     archive
     * @param unserved services without an endpoint, whose methods answer UNIMPLEMENTED
     * @param files its static files
     * @param endpoints the endpoints of the archive
     */
    public static WebModule of(
        String name,
        boolean root,
        Predicate<ApiVersion> versions,
        List<ServiceMethods> unserved,
        List<Class<?>> classes,
        List<FileSet> files,
        Instance<Endpoint> endpoints) {
      return new WebModule(
          name,
          root,
          Stream.concat(
                  endpoints.stream()
                      .map(Endpoint::methods)
                      .filter(methods -> versions.test(methods.version())),
                  unserved.stream())
              .toList(),
          classes,
          FileSet.paths(files));
    }
  }

  /** Registers a module that is ready to serve. */
  public void register(WebModule module) {
    modules.add(module);
  }

  /** Returns the modules that have registered so far. */
  public List<WebModule> registered() {
    return List.copyOf(modules);
  }

  /** Returns whether all modules have registered: the root module starts after all others. */
  public boolean complete() {
    return modules.stream().anyMatch(WebModule::root);
  }
}
