package local.platform.iam.identity;

import java.util.Optional;

/**
 * The fields of an identity that clients may write.
 *
 * @param name its name, not unique
 * @param description its description, empty for none
 * @param company the company, empty for none
 * @param relationship the tokens that it accepts; required
 */
public record IdentityDraft(
    String name, String description, String company, Optional<Relationship> relationship) {
  /** A draft without any values. */
  public static final IdentityDraft EMPTY = new IdentityDraft("", "", "", Optional.empty());
}
