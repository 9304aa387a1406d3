package local.platform.startup;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import local.platform.config.Configuration;

/** Produces the configuration, which is read once. */
@Singleton
public class ConfigurationProducer {
  @Produces
  @Singleton
  static Configuration configuration() {
    return Configuration.load();
  }
}
