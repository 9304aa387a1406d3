package local.platform.iam.identity;

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
 */
public record NewIdentity(
    Uid parent,
    String name,
    String description,
    String company,
    Optional<Relationship> relationship) {}
