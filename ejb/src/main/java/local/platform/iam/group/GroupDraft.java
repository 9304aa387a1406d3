package local.platform.iam.group;

import java.util.Optional;

/**
 * What clients may write of a group.
 *
 * @param name its name, not unique
 * @param description its description, empty for none
 * @param verified whether it is verified, which clients can only repeat as it is
 * @param kind its kind, which only organizations have; empty for none
 */
public record GroupDraft(
    String name, String description, boolean verified, Optional<OrganizationKind> kind) {
  /** One in which nothing is set. */
  public static final GroupDraft EMPTY = new GroupDraft("", "");

  /** A group that is not verified and has no kind. */
  public GroupDraft(String name, String description) {
    this(name, description, false, Optional.empty());
  }
}
