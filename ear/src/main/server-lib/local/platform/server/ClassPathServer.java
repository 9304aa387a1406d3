package local.platform.server;

import com.sun.enterprise.glassfish.bootstrap.Constants;
import com.sun.enterprise.glassfish.bootstrap.EmbeddedMain;
import com.sun.enterprise.glassfish.bootstrap.GlassFishMain;
import com.sun.enterprise.glassfish.bootstrap.MainHelper;
import com.sun.enterprise.glassfish.bootstrap.SingleHK2Factory;
import com.sun.enterprise.glassfish.bootstrap.StaticGlassFishRuntime;
import com.sun.enterprise.module.ModulesRegistry;
import com.sun.enterprise.module.common_impl.AbstractFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.logging.LogManager;
import org.glassfish.embeddable.BootstrapProperties;
import org.glassfish.embeddable.GlassFishRuntime;
import org.glassfish.embeddable.spi.RuntimeBuilder;

/**
 * Starts a domain of Payara Server whose libraries are on the class path, without OSGi.
 *
 * <p>Payara can do so by itself if {@code GlassFish_Platform} is {@code Static}. But it then adds
 * all of its modules to the class path, unless the jar that this code is in has a certain main
 * class. So this class builds what Payara would.
 */
public final class ClassPathServer implements RuntimeBuilder {
  /** Called by Payara, which finds it in {@code META-INF/services}. */
  public ClassPathServer() {}

  /**
   * Starts the server.
   *
   * @param arguments the arguments of the main class of Payara Server
   * @throws Exception if it does not start
   */
  public static void main(String[] arguments) throws Exception {
    // asadmin sets it, and Payara would replace it by a parent of the jar that its classes are in.
    System.setProperty(
        "org.glassfish.embeddable.installRoot",
        System.getProperty(Constants.INSTALL_ROOT_PROP_NAME));
    Properties context =
        MainHelper.buildStaticStartupContext(System.currentTimeMillis(), arguments);
    context.setProperty(Constants.BUILDER_NAME_PROPERTY, ClassPathServer.class.getName());
    setLevels(Path.of(context.getProperty(Constants.INSTANCE_ROOT_PROP_NAME)));
    new GlassFishMain.Launcher().launch(context);
  }

  /** Reads the configuration of the log, which Payara reads with OSGi only. */
  private static void setLevels(Path domain) throws IOException {
    try (InputStream levels =
        Files.newInputStream(domain.resolve("config").resolve("logging.properties"))) {
      LogManager.getLogManager().readConfiguration(levels);
    }
  }

  @Override
  public boolean handles(BootstrapProperties properties) {
    return ClassPathServer.class
        .getName()
        .equals(properties.getProperty(Constants.BUILDER_NAME_PROPERTY));
  }

  @Override
  public GlassFishRuntime build(BootstrapProperties properties) {
    ClassLoader loader = ClassPathServer.class.getClassLoader();
    SingleHK2Factory.initialize(loader);
    ModulesRegistry modules = AbstractFactory.getInstance().createModulesRegistry();
    modules.setParentClassLoader(loader);
    return new StaticGlassFishRuntime(new EmbeddedMain(loader));
  }
}
