package local.platform.config;

import java.util.List;

/**
 * The configuration cannot be used. The message names everything that is wrong, in one line, and no
 * secret.
 */
public final class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ConfigurationException(List<String> problems) {
    super(String.join("; ", problems));
  }
}
