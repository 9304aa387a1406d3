package local.platform.web.root;

import jakarta.ejb.EJB;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import local.platform.web.grpc.GrpcListener;

/**
 * Opens the gRPC listener when this web application starts, which is the last to start, and closes
 * it before the application is undeployed.
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
