package local.platform.web.rest;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import local.platform.web.module.WebModules;
import local.platform.web.module.WebModules.WebModule;
import org.jspecify.annotations.Nullable;

/** The routes of all web modules that have registered. */
@ApplicationScoped
public class Routes {
  @EJB private WebModules modules;

  private volatile @Nullable RouteTable complete;

  /** Returns the routes, which are complete when the server is ready. */
  public RouteTable table() {
    RouteTable table = complete;
    if (table == null) {
      boolean all = modules.complete();
      List<WebModule> registered = modules.registered();
      table =
          new RouteTable(
              registered.stream().flatMap(module -> module.services().stream()).toList(),
              registered.stream().<Class<?>>flatMap(module -> module.classes().stream()).toList());
      if (all) {
        complete = table;
      }
    }
    return table;
  }
}
