package local.platform.iam.identity;

import java.time.Duration;
import java.util.Optional;
import local.platform.uid.Uid;

/**
 * An identity to be created.
 *
 * @param parent the group in which it is created
 * @param name its name
 * @param description its description, empty for none
 * @param company the company, empty for none
 * @param relationship how it is recognised; required
 * @param keyLifetime for how long from now on static keys can be accepted at most, and are where
 *     they do not say until when
 */
public record NewIdentity(
    Uid parent,
    String name,
    String description,
    String company,
    Optional<Relationship> relationship,
    Duration keyLifetime) {}
