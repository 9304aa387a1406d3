package local.platform.web.v1;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import local.platform.web.files.StaticFiles;
import local.platform.web.module.ContextPaths;

/** Serves the files of this module, under its internal prefix. */
@WebListener
public class V1Files implements ServletContextListener {
  @Override
  public void contextInitialized(ServletContextEvent event) {
    StaticFiles.serve(
        event.getServletContext(), ContextPaths.V1_COMPAT, V1Module.class, V1Module.FILES);
  }
}
