package local.platform.web.json;

import com.fasterxml.jackson.databind.type.TypeFactory;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;

/**
 * The cache of types that all applications share in the Jackson of the server. Flyway puts classes
 * of this deployment there, which could otherwise not be unloaded.
 */
@Singleton
@Startup
public class SharedTypeCache {
  /** Empties the cache. Others fill it again with what they need. */
  @PreDestroy
  void clear() {
    TypeFactory.defaultInstance().clearCache();
  }
}
