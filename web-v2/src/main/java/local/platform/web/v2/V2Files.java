package local.platform.web.v2;

import jakarta.inject.Inject;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import local.platform.config.Configuration;
import local.platform.web.files.StaticFiles;

/** Serves the files of this module. */
@WebListener
public class V2Files implements ServletContextListener {
  @Inject private Configuration configuration;

  @Override
  public void contextInitialized(ServletContextEvent event) {
    StaticFiles.serve(event.getServletContext(), "", V2Module.class, V2Module.files(configuration));
  }
}
