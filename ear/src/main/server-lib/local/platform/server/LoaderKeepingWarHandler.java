package local.platform.server;

import com.sun.enterprise.glassfish.web.WarHandler;
import org.glassfish.api.deployment.DeploymentContext;

/**
 * Makes the class loaders of a WAR as Payara does, and lets them live as long as the deployment.
 *
 * <p>Works around a fault of Payara 6.2025.10. {@code DeploymentContextImpl} has its class loader
 * for the annotations, {@code sharableTemp}, in a {@link java.lang.ref.WeakReference} only. From
 * {@code createDeploymentClassLoader} until {@code ApplicationLifecycle} makes it the context class
 * loader of the thread nothing refers to it strongly, and listeners are notified in between. If the
 * garbage collector runs then, {@code getClassLoader()} returns null afterwards, no session bean is
 * found, and the deployment fails with "DeploymentContext does not contain any EJB". Payara Micro
 * goes on without the application. To see it, stop a server in that method by a debugger, call
 * {@code System.gc()} and go on. A strong reference in {@code DeploymentContextImpl} until its
 * {@code clean()} would mend it; this class has it among the data of the deployment instead.
 *
 * <p>{@code META-INF/hk2-locator/default} ranks it before Payara's own.
 */
public class LoaderKeepingWarHandler extends WarHandler {
  @Override
  public ClassLoader getClassLoader(ClassLoader parent, DeploymentContext deployment) {
    ClassLoader loader = super.getClassLoader(parent, deployment);
    deployment.addTransientAppMetaData(getClass().getName() + '@' + loader.hashCode(), loader);
    return loader;
  }
}
