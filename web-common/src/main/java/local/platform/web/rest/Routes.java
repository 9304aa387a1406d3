package local.platform.web.rest;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import local.platform.web.module.WebModules;
import local.platform.web.module.WebModules.WebModule;
import org.jspecify.annotations.Nullable;

/** The routes of all web modules that have registered. */
@ApplicationScoped
public class Routes {
  @EJB private WebModules modules;

  private volatile @Nullable RouteTable complete;
  private volatile @Nullable Set<String> completeForwarded;

  /** Returns the routes, which are complete when the server is ready. */
  public RouteTable table() {
    RouteTable table = complete;
    if (table == null) {
      boolean all = modules.complete();
      table = table(modules.registered(), module -> true);
      if (all) {
        complete = table;
      }
    }
    return table;
  }

  /**
   * Returns the beginnings of the paths that the root module forwards to another module, such as
   * {@code /iam/v1/}. They are complete when the server is ready.
   */
  public Set<String> forwarded() {
    Set<String> forwarded = completeForwarded;
    if (forwarded == null) {
      boolean all = modules.complete();
      forwarded = forwarded(modules.registered());
      if (all) {
        completeForwarded = forwarded;
      }
    }
    return forwarded;
  }

  /** Returns the beginnings of the paths of all modules but the root module. */
  static Set<String> forwarded(List<WebModule> modules) {
    return table(modules, module -> !module.root()).prefixes();
  }

  private static RouteTable table(List<WebModule> modules, Predicate<WebModule> which) {
    List<WebModule> chosen = modules.stream().filter(which).toList();
    return new RouteTable(
        chosen.stream().flatMap(module -> module.services().stream()).toList(),
        chosen.stream().<Class<?>>flatMap(module -> module.classes().stream()).toList());
  }
}
