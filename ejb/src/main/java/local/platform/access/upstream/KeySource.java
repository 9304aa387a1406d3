package local.platform.access.upstream;

import local.platform.url.IssuerUrl;

/** A source of the keys of issuers. */
interface KeySource {

  /**
   * Fetches the current keys of an issuer.
   *
   * @throws VerificationFailedException if its documents are invalid
   * @throws IssuerUnreachableException if they cannot be fetched at the moment
   */
  VerificationKeys fetch(IssuerUrl issuer)
      throws VerificationFailedException, IssuerUnreachableException;
}
