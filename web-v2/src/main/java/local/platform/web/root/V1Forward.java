package local.platform.web.root;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import local.platform.web.module.ContextPaths;

/**
 * Forwards requests to the module of version 1. In the EAR that is another web application with its
 * own context root; in the merged WAR it is this one, under the same prefix. Without the module,
 * the path to which a request is forwarded has no route.
 */
final class V1Forward {
  private V1Forward() {}

  /**
   * Returns whether a path belongs to version 1.
   *
   * @param prefixes the beginnings of its paths, which its module has registered
   */
  static boolean has(Set<String> prefixes, String path) {
    return prefixes.stream().anyMatch(path::startsWith);
  }

  /**
   * Forwards a request to version 1.
   *
   * @param path the path that it has there
   */
  static void forward(
      ServletContext root, String path, HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    ServletContext module = root.getContext(ContextPaths.V1_COMPAT);
    boolean separate = module != null && module.getContextPath().equals(ContextPaths.V1_COMPAT);
    RequestDispatcher dispatcher =
        (separate ? module : root).getRequestDispatcher(ContextPaths.V1_COMPAT + path);
    dispatcher.forward(request, response);
  }
}
