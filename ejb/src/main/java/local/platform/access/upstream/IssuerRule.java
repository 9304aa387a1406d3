package local.platform.access.upstream;

import local.platform.config.UpstreamSettings;
import local.platform.foundation.error.FieldViolations;
import local.platform.url.InvalidUrlException;
import local.platform.url.IssuerUrl;

/** Checks the issuer that a resource names. */
public final class IssuerRule {
  private IssuerRule() {}

  /**
   * Checks that a text is the URL of an issuer from which the server would fetch keys: https, or
   * plain http on a loopback host if the settings allow it.
   */
  public static void check(
      String field, String text, UpstreamSettings settings, FieldViolations violations) {
    try {
      if (IssuerUrl.of(text).isPlainHttp() && !settings.allowLoopback()) {
        violations.add(field, field + " must begin with https://");
      }
    } catch (InvalidUrlException e) {
      violations.add(field, field + " " + e.getMessage());
    }
  }
}
