package local.platform.web.root;

import jakarta.ejb.EJB;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import local.platform.web.http.HttpListeners;

/**
 * Guards the HTTP listeners of each virtual server on which this web application starts, before it
 * gets requests.
 */
@WebListener
public class ListenerGuards implements ServletContextListener {
  @EJB private HttpListeners listeners;

  @Override
  public void contextInitialized(ServletContextEvent event) {
    listeners.guard(event.getServletContext().getVirtualServerName());
  }
}
