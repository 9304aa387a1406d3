package local.platform.iam.role;

import java.util.List;
import local.platform.authz.Capability;
import local.platform.uid.Uid;

/**
 * A custom role to be created.
 *
 * @param parent the group in which it is created
 * @param name its name
 * @param description its description, empty for none
 * @param capabilities what it is to allow, as often as they were named
 */
public record NewRole(Uid parent, String name, String description, List<Capability> capabilities) {
  public NewRole {
    capabilities = List.copyOf(capabilities);
  }
}
