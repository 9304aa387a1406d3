package local.platform.config;

import java.util.Set;

/**
 * General rules for the issuers of upstream tokens, in addition to those of each identity.
 *
 * @param allowLoopback whether issuers on loopback hosts are trusted, over https and http; for
 *     development
 * @param allowedHosts host names, in lower case, of the issuers that an issuer pattern may match;
 *     empty for any public host
 */
public record UpstreamSettings(boolean allowLoopback, Set<String> allowedHosts) {

  public UpstreamSettings {
    allowedHosts = Set.copyOf(allowedHosts);
  }
}
