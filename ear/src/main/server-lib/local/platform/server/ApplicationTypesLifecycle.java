package local.platform.server;

import com.sun.enterprise.v3.server.ApplicationLifecycle;
import java.io.InputStream;
import java.net.URL;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.glassfish.hk2.classmodel.reflect.ParsingContext;
import org.glassfish.hk2.classmodel.reflect.util.ResourceLocator;

/**
 * Deploys as Payara does, but reads fewer classes for it.
 *
 * <p>After those of the application, Payara reads each class that one of them mentions, and each
 * that one of these mentions, until there are no more: more classes than the application has. What
 * it looks for are annotations and interfaces of Jakarta EE and MicroProfile, so this one reads
 * only those.
 *
 * <p>{@code META-INF/hk2-locator/default} puts this one before Payara's own.
 */
public class ApplicationTypesLifecycle extends ApplicationLifecycle {
  @Override
  public ParsingContext.Builder createBuilder(boolean modelUnAnnotatedMembers, Logger logger) {
    return super.createBuilder(modelUnAnnotatedMembers, logger).locator(new Apis());
  }

  /** Finds the classes of the APIs of Jakarta EE and MicroProfile, and no others. */
  private static final class Apis implements ResourceLocator {
    private final ClassLoader server = ApplicationTypesLifecycle.class.getClassLoader();

    @Override
    public InputStream openResourceStream(String name) {
      return isOfApi(name) ? server.getResourceAsStream(name) : null;
    }

    @Override
    public URL getResource(String name) {
      return server.getResource(name);
    }

    private static boolean isOfApi(String name) {
      return Stream.of("jakarta/", "org/eclipse/microprofile/").anyMatch(name::startsWith);
    }
  }
}
