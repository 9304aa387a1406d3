package local.platform.startup;

import java.util.Locale;
import local.platform.config.TokenSettings;
import local.platform.startup.Bootstrap.Installation;

/** Writes instructions for the first login, which contain no secret. */
public final class FirstLogin {
  private static final String COMMAND =
      """
      To log in as that identity, give platform.jar, or the start script of platform.ear, the option

        --bootstrap-token FILE

      and the same configuration. It writes a token to a new file. The token is valid for an hour.

      """;

  private FirstLogin() {}

  /** Returns a text on what the first start created. */
  public static String made(Installation made) {
    return String.format(
        Locale.ROOT,
        """

        The first start made an organization, and an identity that owns it and is an operator:

          organization  %s
          identity      %s

        """,
        made.organization(),
        made.identity());
  }

  /**
   * Returns a text on how to log in.
   *
   * @param issuer the issuer of the tokens that the identity accepts; this server if there is no
   *     other
   */
  public static String how(Installation made, String issuer, TokenSettings tokens) {
    return issuer.equals(tokens.issuer())
        ? COMMAND
        : String.format(
            Locale.ROOT,
            """
            To log in as that identity, exchange a token that %1$s
            has issued to it, with the audience %2$s:

              curl -H "Authorization: Bearer $TOKEN" "%2$s/sts/exchange?identity=%3$s"

            """,
            issuer,
            tokens.issuer(),
            made.identity());
  }
}
