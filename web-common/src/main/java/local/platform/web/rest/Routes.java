package local.platform.web.rest;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import local.platform.web.module.WebModules;
import local.platform.web.module.WebModules.WebModule;
import org.jspecify.annotations.Nullable;

/** The routes of all web modules that have registered. */
@ApplicationScoped
public class Routes {
  @EJB private WebModules modules;

  private volatile @Nullable Known complete;

  private record Known(
      RouteTable table, Set<String> forwarded, Set<String> files, Set<String> forwardedFiles) {}

  /** Returns the routes, which are complete when the server is ready. */
  public RouteTable table() {
    return known().table();
  }

  /**
   * Returns the beginnings of the paths that the root module forwards to another module, such as
   * {@code /iam/v1/}. They are complete when the server is ready.
   */
  public Set<String> forwarded() {
    return known().forwarded();
  }

  /** Returns the paths of all static files, which are served without a token. */
  public Set<String> files() {
    return known().files();
  }

  /** Returns the paths of the static files that the root module forwards to another module. */
  public Set<String> forwardedFiles() {
    return known().forwardedFiles();
  }

  private Known known() {
    Known known = complete;
    if (known == null) {
      boolean all = modules.complete();
      List<WebModule> registered = modules.registered();
      known =
          new Known(
              table(registered, module -> true),
              forwarded(registered),
              files(registered, module -> true),
              files(registered, module -> !module.root()));
      if (all) {
        complete = known;
      }
    }
    return known;
  }

  /** Returns the beginnings of the paths of all modules but the root module. */
  static Set<String> forwarded(List<WebModule> modules) {
    return table(modules, module -> !module.root()).prefixes();
  }

  private static Set<String> files(List<WebModule> modules, Predicate<WebModule> which) {
    return modules.stream()
        .filter(which)
        .flatMap(module -> module.files().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  private static RouteTable table(List<WebModule> modules, Predicate<WebModule> which) {
    List<WebModule> chosen = modules.stream().filter(which).toList();
    return new RouteTable(
        chosen.stream().flatMap(module -> module.services().stream()).toList(),
        chosen.stream().<Class<?>>flatMap(module -> module.classes().stream()).toList());
  }
}
