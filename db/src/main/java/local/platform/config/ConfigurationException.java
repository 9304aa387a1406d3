package local.platform.config;

import java.util.List;

/**
 * Thrown when the configuration is invalid. The message names all problems in one line, and no
 * secrets.
 */
public final class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ConfigurationException(List<String> problems) {
    super(String.join("; ", problems));
  }
}
