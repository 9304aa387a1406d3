package local.platform.server;

import com.sun.enterprise.glassfish.web.WarHandler;
import org.glassfish.api.deployment.DeploymentContext;

/**
 * Makes the class loaders of a WAR as Payara does, and lets them live as long as the deployment.
 *
 * <p>Payara holds the one that it reads annotations with by a weak reference alone until it has
 * made it that of the thread. A collection in between takes it away, no session bean is found, and
 * the server goes on without the application.
 *
 * <p>{@code META-INF/hk2-locator/default} puts this one before Payara's own.
 */
public class LoaderKeepingWarHandler extends WarHandler {
  @Override
  public ClassLoader getClassLoader(ClassLoader parent, DeploymentContext deployment) {
    ClassLoader loader = super.getClassLoader(parent, deployment);
    deployment.addTransientAppMetaData(getClass().getName() + '@' + loader.hashCode(), loader);
    return loader;
  }
}
