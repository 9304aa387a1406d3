package local.platform.iam.account;

/** The providers of clouds at which an account association can be checked. */
public enum AccountProvider {
  GOOGLE,
  AMAZON,
  AZURE
}
