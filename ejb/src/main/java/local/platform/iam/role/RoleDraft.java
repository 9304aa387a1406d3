package local.platform.iam.role;

import java.util.List;
import local.platform.authz.Capability;

/**
 * What clients may write of a role.
 *
 * @param name its name, unique in its group
 * @param description its description, empty for none
 * @param capabilities what it allows; of a stored role each once, in the order of their numbers
 */
public record RoleDraft(String name, String description, List<Capability> capabilities) {
  /** One in which nothing is set. */
  public static final RoleDraft EMPTY = new RoleDraft("", "", List.of());

  public RoleDraft {
    capabilities = List.copyOf(capabilities);
  }
}
