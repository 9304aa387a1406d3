package local.platform.command;

import local.platform.command.StoredBootstrap.StoredIdentity;
import local.platform.config.Configuration;
import local.platform.startup.FirstLogin;

/** Repeats what the first start created and how to log in. */
final class BootstrapInfo {
  private BootstrapInfo() {}

  /**
   * Returns the text, which contains no secret.
   *
   * @throws CommandRefusedException if there was no bootstrap, or the database cannot be read
   */
  static String text(Configuration configuration) {
    StoredBootstrap bootstrap = StoredBootstrap.read(configuration);
    return FirstLogin.made(bootstrap.made())
        + bootstrap
            .identity()
            .map(identity -> how(bootstrap, identity, configuration))
            .orElse("The identity has been deleted since then.\n\n");
  }

  private static String how(
      StoredBootstrap bootstrap, StoredIdentity identity, Configuration configuration) {
    return identity
        .issuer()
        .map(issuer -> FirstLogin.how(bootstrap.made(), issuer, configuration.tokens()))
        .orElse("The way in which that identity is recognised has been changed since then.\n\n");
  }
}
