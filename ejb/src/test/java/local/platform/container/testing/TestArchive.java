package local.platform.container.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import local.platform.db.PlatformDataSource;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.UnobservedWrite;
import local.platform.vulnerability.feed.build.FeedBuildTimer;
import org.assertj.core.api.Assertions;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.opentest4j.TestAbortedException;

/** Builds an archive of the product without its web modules, together with the tests. */
public final class TestArchive {
  private TestArchive() {}

  /** Returns whether this machine has the database that is needed; in CI it must. */
  public static boolean canBeDeployed() {
    try {
      if (ContainerExtension.database() == TestDatabase.MYSQL) {
        TestDatabase.requireMySql();
      }
      return true;
    } catch (TestAbortedException e) {
      return false;
    }
  }

  /**
   * Creates the archive. Payara Micro serves only this name at the root, where Arquillian expects
   * it.
   */
  public static WebArchive create() {
    return ShrinkWrap.create(WebArchive.class, "ROOT.war")
        .addAsLibraries(new File(file("container.directory"), "lib").listFiles())
        .addAsLibraries(module())
        .addAsLibraries(assertj())
        .addClasses(BreakingDataSource.class, BreakingDataSource.Break.class)
        .addClasses(MeddledClock.class, ServerState.class, Timers.class)
        .addClass(UnobservedWrite.class)
        .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml")
        .setWebXML(new StringAsset(webXml()));
  }

  /**
   * Returns the product without the timer that looks for feeds in the database each second: only
   * the tests use connections.
   */
  private static JavaArchive module() {
    String timer = FeedBuildTimer.class.getName().replace('.', '/') + ".class";
    JavaArchive module = ShrinkWrap.createFromZipFile(JavaArchive.class, file("container.module"));
    if (module.delete(timer) == null) {
      throw new IllegalStateException("the product has no " + timer);
    }
    return module;
  }

  /**
   * Returns a deployment descriptor with the product's pool, over connections that can be made to
   * break.
   */
  private static String webXml() {
    try {
      return Files.readString(file("container.web-xml").toPath())
          .replace(PlatformDataSource.class.getName(), BreakingDataSource.class.getName());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static File assertj() {
    URL location = Assertions.class.getProtectionDomain().getCodeSource().getLocation();
    return new File(URI.create(location.toString()));
  }

  private static File file(String property) {
    return Path.of(System.getProperty(property, "")).toFile();
  }
}
