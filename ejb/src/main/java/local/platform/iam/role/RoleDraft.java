package local.platform.iam.role;

import java.util.List;
import local.platform.access.authz.Capability;

/**
 * The fields of a role that clients may write.
 *
 * @param name its name, unique in its group
 * @param description its description, empty for none
 * @param capabilities its capabilities; for a stored role without duplicates, in the order of their
 *     numbers
 */
public record RoleDraft(String name, String description, List<Capability> capabilities) {
  /** A draft without any values. */
  public static final RoleDraft EMPTY = new RoleDraft("", "", List.of());

  public RoleDraft {
    capabilities = List.copyOf(capabilities);
  }
}
