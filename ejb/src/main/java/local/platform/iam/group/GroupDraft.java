package local.platform.iam.group;

import java.util.Optional;

/**
 * The fields of a group that clients may write.
 *
 * @param name its name, not unique
 * @param description its description, empty for none
 * @param verified whether it is verified; clients may send only the stored value
 * @param kind its kind, which only organizations have; empty for none
 */
public record GroupDraft(
    String name, String description, boolean verified, Optional<OrganizationKind> kind) {
  /** A draft without any values. */
  public static final GroupDraft EMPTY = new GroupDraft("", "");

  /** Creates the draft of a group that is not verified and has no kind. */
  public GroupDraft(String name, String description) {
    this(name, description, false, Optional.empty());
  }
}
