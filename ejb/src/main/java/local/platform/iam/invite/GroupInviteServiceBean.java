package local.platform.iam.invite;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Condition;
import local.platform.foundation.paging.ListFilter;
import local.platform.foundation.paging.Lister;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.iam.role.RoleEntity;
import local.platform.iam.role.Roles;

/** Implements {@link GroupInviteService}. */
@Stateless
@Local(GroupInviteService.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class GroupInviteServiceBean implements GroupInviteService {
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

  private final GroupInviteRepository invites;
  private final Roles roles;
  private final Lister lister;
  private final Transactions transactions;
  private final ResourceWrites writes;

  @Inject
  public GroupInviteServiceBean(
      GroupInviteRepository invites,
      Roles roles,
      Lister lister,
      Transactions transactions,
      ResourceWrites writes) {
    this.invites = invites;
    this.roles = roles;
    this.lister = lister;
    this.transactions = transactions;
    this.writes = writes;
  }

  @Override
  public GroupInvite get(Caller caller, Uid uid) {
    caller.require(Capability.IAM_GROUP_INVITES_LIST, uid);
    return transactions.read(() -> invites.read(uid)).orElseThrow(() -> invites.notFound(uid));
  }

  @Override
  public Page<GroupInvite> list(Caller caller, GroupInviteQuery query, PageRequest page) {
    var visible = caller.visible(Capability.IAM_GROUP_INVITES_LIST);
    return transactions.read(
        () ->
            lister.list(caller.canonicalText(), visible, invites.listSpec(), filter(query), page));
  }

  @Override
  public void walk(
      Caller caller,
      GroupInviteQuery query,
      Window window,
      Consumer<? super GroupInvite> consumer) {
    var visible = caller.visible(Capability.IAM_GROUP_INVITES_LIST);
    lister.walk(visible, invites.listSpec(), filter(query), window, consumer);
  }

  private static ListFilter filter(GroupInviteQuery query) {
    return new ListFilter(
        query.uidp(),
        query.keyId().map(keyId -> Condition.equal("keyId", keyId)).stream().toList());
  }

  @Override
  public GroupInvite create(Caller caller, Uid group, GroupInviteDraft draft) {
    caller.require(Capability.IAM_GROUP_INVITES_CREATE, group);
    caller.require(Capability.IAM_ROLE_BINDINGS_CREATE, group);
    validate(draft);
    Uid uid = invites.newUid(group);
    // Before the first attempt: whichever attempt is committed stores the hash of this code.
    GroupInviteCode code = GroupInviteCode.mint(uid);
    // An invite grants something, so an attempt that may have been committed is not repeated.
    List<GroupInvite> created =
        writes.createAll(
            caller.author(),
            invites,
            List.of(uid),
            write -> {
              requireGrantable(caller, group, draft.role().orElseThrow());
              write.insert(
                  invites,
                  new GroupInviteEntity(uid, draft, code, caller.identity(), write.time()));
            });
    return created.get(0).withCode(code.text());
  }

  /**
   * Checks that the caller may grant the role at the group, and prevents the deletion of the role
   * until the transaction ends.
   */
  private void requireGrantable(Caller caller, Uid group, Uid role) {
    RoleEntity bindable =
        roles
            .findBindable(role, group)
            .orElseThrow(
                () ->
                    PlatformException.invalidArgument(
                        "role",
                        "must be a built-in role, or a custom role of the group or of one above it"));
    bindable.requireGrantable(caller, group);
  }

  @Override
  public void delete(Caller caller, Uid uid, VersionCondition condition) {
    caller.require(Capability.IAM_GROUP_INVITES_DELETE, uid);
    writes.delete(
        caller.author(), invites, uid, condition, (write, invite) -> write.delete(invites, invite));
  }

  private static void validate(GroupInviteDraft draft) {
    FieldViolations violations = new FieldViolations();
    if (draft.role().isEmpty()) {
      violations.add("role", "is required");
    }
    validateEmail(draft.email(), violations);
    draft
        .ttl()
        .ifPresentOrElse(
            ttl -> validateTtl(ttl, violations), () -> violations.add("ttl", "is required"));
    violations.throwIfAny();
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
