package local.platform.web.module;

import io.grpc.BindableService;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The web modules that have started. They load in class loaders of their own and cannot see each
 * other; each registers itself here, with the gRPC services that it adds to the one listener.
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
   * @param grpcServices its gRPC services
   */
  public record WebModule(String name, boolean root, List<BindableService> grpcServices) {
    public WebModule {
      grpcServices = List.copyOf(grpcServices);
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
