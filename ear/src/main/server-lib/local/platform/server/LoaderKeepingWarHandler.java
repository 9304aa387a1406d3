package local.platform.server;

import com.sun.enterprise.glassfish.web.WarHandler;
import org.glassfish.api.deployment.DeploymentContext;
import org.glassfish.internal.deployment.ExtendedDeploymentContext;

/**
 * Makes the class loaders of a WAR as Payara does, and lets them live as long as the deployment; and
 * with them the one of an EAR that the WAR is in, since it is their parent.
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
    whole(deployment)
        .addTransientAppMetaData(getClass().getName() + '@' + loader.hashCode(), loader);
    return loader;
  }

  /** Returns the deployment that lives until its end: that of a module in an EAR does not. */
  private static DeploymentContext whole(DeploymentContext deployment) {
    return deployment instanceof ExtendedDeploymentContext module
            && module.getParentContext() != null
        ? module.getParentContext()
        : deployment;
  }
}
