package local.platform.iam.identity;

import java.util.Optional;

/**
 * What clients may write of an identity.
 *
 * @param name its name, not unique
 * @param description its description, empty for none
 * @param company the company, empty for none
 * @param relationship how it is recognised; required
 */
public record IdentityDraft(
    String name, String description, String company, Optional<Relationship> relationship) {
  /** One in which nothing is set. */
  public static final IdentityDraft EMPTY = new IdentityDraft("", "", "", Optional.empty());
}
