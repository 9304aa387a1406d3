package local.platform.web.v2.root;

import jakarta.ejb.EJB;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import local.platform.web.grpc.GrpcListener;

/**
 * Opens the gRPC listener with this web application, the last that starts, and closes it before the
 * application goes.
 */
@WebListener
public class GrpcLifecycle implements ServletContextListener {
  @EJB private GrpcListener grpc;

  @Override
  public void contextInitialized(ServletContextEvent event) {
    grpc.start();
  }

  @Override
  public void contextDestroyed(ServletContextEvent event) {
    grpc.stop();
  }
}
