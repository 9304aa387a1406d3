package local.platform.iam.invite;

import jakarta.enterprise.context.Dependent;
import java.time.Duration;
import java.util.regex.Pattern;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.paging.SortField;
import local.platform.kind.Filter;
import local.platform.kind.Guard;
import local.platform.kind.Kind;
import local.platform.kind.Kind.InDeletedGroup;
import local.platform.kind.Rules;

/**
 * The kind of invites. An expired invite can no longer be accepted, but it exists until it is
 * deleted. Unlike other resources, the newest are listed first by default.
 */
@Dependent
public class GroupInvites implements Rules<GroupInviteEntity, GroupInviteDraft> {
  /** Lists the one with a key id. */
  public static final Filter<String> KEY_ID = Filter.by("keyId");

  private static final Duration MIN_TTL = Duration.ofMillis(1);
  private static final Duration MAX_TTL = Duration.ofDays(365);
  private static final int MAX_EMAIL_LENGTH = 254;

  private static final String LOCAL_PART = "[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]++";
  private static final String LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?+";

  /**
   * The email addresses that HTML accepts: RFC 5322 without comments, quoted strings and
   * whitespace.
   */
  private static final Pattern EMAIL =
      Pattern.compile(LOCAL_PART + "@" + LABEL + "(?:\\." + LABEL + ")*+");

  /** The kind. */
  public static final Kind<GroupInviteEntity, GroupInviteDraft, GroupInvite> KIND =
      Kind.<GroupInviteEntity, GroupInviteDraft, GroupInvite>of(
              GroupInviteRepository.KIND, "group invites", GroupInviteRepository::new)
          .get(Guard.of(Capability.IAM_GROUP_INVITES_LIST))
          .list(Capability.IAM_GROUP_INVITES_LIST)
          .delete(Guard.of(Capability.IAM_GROUP_INVITES_DELETE))
          .orderedBy(SortField.UID, SortField.CREATE_TIME)
          .orderedByDefault(SortField.CREATE_TIME, true)
          .filteredBy(KEY_ID)
          .inDeletedGroup(InDeletedGroup.ARE_DELETED)
          .build();

  @Override
  public Kind<GroupInviteEntity, GroupInviteDraft, GroupInvite> kind() {
    return KIND;
  }

  @Override
  public void validate(GroupInviteDraft draft, FieldViolations violations) {
    if (draft.role().isEmpty()) {
      violations.add("role", "is required");
    }
    validateEmail(draft.email(), violations);
    draft
        .ttl()
        .ifPresentOrElse(
            ttl -> validateTtl(ttl, violations), () -> violations.add("ttl", "is required"));
  }

  private static void validateEmail(String email, FieldViolations violations) {
    if (email.length() > MAX_EMAIL_LENGTH) {
      violations.add("email", "email must have at most " + MAX_EMAIL_LENGTH + " characters");
    } else if (!email.isEmpty() && !EMAIL.matcher(email).matches()) {
      violations.add("email", "email must be a plain address, such as jane@example.com");
    }
  }

  private static void validateTtl(Duration ttl, FieldViolations violations) {
    if (ttl.compareTo(MIN_TTL) < 0 || ttl.compareTo(MAX_TTL) > 0) {
      violations.add("ttl", "ttl must be 1 millisecond to " + MAX_TTL.toDays() + " days");
    }
  }
}
