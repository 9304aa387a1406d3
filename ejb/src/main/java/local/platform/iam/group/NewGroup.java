package local.platform.iam.group;

import java.util.Optional;
import local.platform.uid.Uid;

/**
 * A group to be created.
 *
 * @param parent the group under which it is created; empty for an organization
 * @param name its name
 * @param description its description, empty for none
 * @param verified whether it is to be verified, which only operators can do
 * @param kind its kind, which only organizations have; empty for none
 */
public record NewGroup(
    Optional<Uid> parent,
    String name,
    String description,
    boolean verified,
    Optional<OrganizationKind> kind) {

  /** A group that is not verified and has no kind. */
  public NewGroup(Optional<Uid> parent, String name, String description) {
    this(parent, name, description, false, Optional.empty());
  }
}
