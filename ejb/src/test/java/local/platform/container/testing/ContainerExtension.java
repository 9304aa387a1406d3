package local.platform.container.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import local.platform.config.ConfigKey;
import local.platform.config.DatabaseSettings;
import local.platform.db.testing.FreePorts;
import local.platform.db.testing.TestDatabase;
import org.jboss.arquillian.config.descriptor.api.ArquillianDescriptor;
import org.jboss.arquillian.config.descriptor.api.ContainerDef;
import org.jboss.arquillian.core.api.annotation.Observes;
import org.jboss.arquillian.core.spi.LoadableExtension;

/**
 * Completes the settings of {@code arquillian.xml} with an empty database, a free port, and the
 * configuration of the product. These are system properties, which take precedence over the
 * environment.
 */
public final class ContainerExtension implements LoadableExtension {
  /** The size of the container's connection pool: so small that a few leaks exhaust it. */
  public static final int POOL_SIZE = 3;

  /** The server lives too short for the optimizing compiler to pay off. */
  private static final String QUICK_START = "-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1";

  private static final int BEFORE_THE_CONTAINER_IS_MADE = 1;

  @Override
  public void register(ExtensionBuilder builder) {
    builder.observer(Settings.class);
  }

  /** Adds the settings when the file has been read. */
  public static final class Settings {
    void complete(
        @Observes(precedence = BEFORE_THE_CONTAINER_IS_MADE) ArquillianDescriptor descriptor)
        throws IOException {
      ContainerDef container = descriptor.getContainers().get(0);
      container.overrideProperty("cmdOptions", QUICK_START + " " + systemProperties());
      container.overrideProperty(
          "extraMicroOptions",
          "--nohazelcast --disablephonehome --port %s --prebootcommandfile %s"
              .formatted(FreePorts.next(), escaped(System.getProperty("container.preboot", ""))));
    }

    private static String systemProperties() throws IOException {
      Map<ConfigKey, String> configuration = new LinkedHashMap<>();
      if (database() == TestDatabase.MYSQL) {
        DatabaseSettings mysql = TestDatabase.MYSQL.create();
        configuration.put(ConfigKey.DB_URL, mysql.url());
        configuration.put(ConfigKey.DB_USER, mysql.user());
        configuration.put(ConfigKey.DB_PASSWORD, mysql.password());
      }
      Path directory = Path.of(System.getProperty("container.directory", ""));
      configuration.put(
          ConfigKey.DATA_DIR, Files.createTempDirectory(directory, "data").toString());
      configuration.put(ConfigKey.DB_POOL_SIZE, String.valueOf(POOL_SIZE));
      configuration.put(ConfigKey.ISSUER_URL, "https://platform.test");
      configuration.put(
          ConfigKey.KEY_ENCRYPTION_KEY, Base64.getEncoder().encodeToString(new byte[32]));
      configuration.put(ConfigKey.ORGANIZATIONS_SELF_SERVICE, "true");
      configuration.put(ConfigKey.BOOTSTRAP_ISSUER, "https://issuer.test");
      configuration.put(ConfigKey.BOOTSTRAP_SUBJECT, "owner");
      configuration.put(ConfigKey.BOOTSTRAP_ORGANIZATION, "container");
      return configuration.entrySet().stream()
          .map(entry -> "-D" + entry.getKey().property() + "=" + escaped(entry.getValue()))
          .collect(Collectors.joining(" "));
    }

    /** Escapes spaces, which separate options. */
    private static String escaped(String value) {
      return value.replace(" ", "\\ ");
    }
  }

  /** Returns the database on which the tests of this execution run. */
  static TestDatabase database() {
    return TestDatabase.valueOf(System.getProperty("container.database", "H2"));
  }
}
