package local.platform.iam.idp;

/**
 * The secret of a client. What a client of this server writes is the secret itself; the draft of a
 * stored identity provider has it as it is stored, encrypted, so that a change that keeps the
 * secret returns that text unchanged, and any other text is a new secret.
 *
 * @param text the text, empty for no secret
 */
public record ClientSecret(String text) {
  /** No secret. */
  public static final ClientSecret NONE = new ClientSecret("");

  /** Returns whether there is a secret. */
  public boolean isSet() {
    return !text.isEmpty();
  }

  /** Returns a text without the secret, which must not be logged. */
  @Override
  public String toString() {
    return isSet() ? "ClientSecret[set]" : "ClientSecret[none]";
  }
}
