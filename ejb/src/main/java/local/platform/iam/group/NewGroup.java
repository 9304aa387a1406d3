package local.platform.iam.group;

import java.util.Optional;
import local.platform.uid.Uid;

/**
 * A group to be created.
 *
 * @param parent the group under which it is created; empty for an organization
 * @param name its name
 * @param description its description, empty for none
 */
public record NewGroup(Optional<Uid> parent, String name, String description) {}
