package local.platform.upstream;

/** Where the keys of issuers come from. */
interface KeySource {

  /**
   * Fetches the keys of an issuer, as they are now.
   *
   * @throws VerificationFailedException if its documents are wrong
   * @throws IssuerUnreachableException if they cannot be had now
   */
  VerificationKeys fetch(IssuerUrl issuer)
      throws VerificationFailedException, IssuerUnreachableException;
}
