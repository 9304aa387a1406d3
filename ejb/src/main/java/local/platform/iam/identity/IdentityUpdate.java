package local.platform.iam.identity;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import local.platform.resource.VersionCondition;
import local.platform.uid.Uid;

/**
 * A change of an identity.
 *
 * @param uid the identity
 * @param fields which fields change; the values of others are not looked at
 * @param name the new name
 * @param description the new description
 * @param company the new company
 * @param relationship the new values of those parts of the relationship that change, the others
 *     missing; empty if all that change are taken away. One of another kind than the stored
 *     relationship replaces it
 * @param keyLifetime for how long from now on static keys can be accepted at most, unless until
 *     when they are does not change, and are where they do not say until when
 * @param condition what is required of the stored version
 */
public record IdentityUpdate(
    Uid uid,
    Set<IdentityField> fields,
    String name,
    String description,
    String company,
    Optional<Relationship> relationship,
    Duration keyLifetime,
    VersionCondition condition) {
  public IdentityUpdate {
    fields = Set.copyOf(fields);
  }
}
