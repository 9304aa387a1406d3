package local.platform.startup;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import local.platform.config.Configuration;
import local.platform.foundation.injection.SingleInstance;

/** Produces the configuration, which is read once. */
@SingleInstance
public class ConfigurationProducer {
  @Produces
  @Singleton
  static Configuration configuration() {
    return Configuration.load();
  }
}
