package local.platform.config;

import java.util.Set;

/**
 * Which issuers of upstream tokens are trusted, beyond what each identity says.
 *
 * @param allowLoopback whether issuers on loopback hosts are, over https and http; for development
 * @param allowedHosts host names, in lower case, of the issuers that an issuer pattern may match;
 *     empty for every public host
 */
public record UpstreamSettings(boolean allowLoopback, Set<String> allowedHosts) {

  public UpstreamSettings {
    allowedHosts = Set.copyOf(allowedHosts);
  }
}
