package local.platform.testing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Grants;
import local.platform.access.authz.Grants.Grant;
import local.platform.access.authz.Narrowing;
import local.platform.foundation.error.ErrorDetail.BadRequest;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.ErrorDetail.PreconditionFailure;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.UnobservedWrite;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.iam.binding.RoleBinding;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupDraft;
import local.platform.iam.identity.Identity;
import local.platform.iam.identity.IdentityDraft;
import local.platform.iam.identity.Relationship;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.iam.invite.GroupInvite;
import local.platform.iam.invite.GroupInviteDraft;
import local.platform.iam.role.Role;
import local.platform.iam.role.RoleDraft;
import local.platform.registry.repo.Repo;
import local.platform.registry.repo.RepoDraft;
import local.platform.registry.tag.Tag;
import local.platform.registry.tag.TagDraft;
import local.platform.vulnerability.advisory.Advisory;
import local.platform.vulnerability.advisory.AdvisoryDraft;
import local.platform.vulnerability.advisory.AdvisoryEvent;
import local.platform.vulnerability.advisory.AdvisoryEventDraft;
import local.platform.vulnerability.advisory.EventData;
import local.platform.vulnerability.advisory.EventData.TruePositive;
import local.platform.vulnerability.advisory.ReviewState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.function.Executable;

/** Creates resources for tests, by callers who may do everything. */
public final class World {
  private final TestServices services;
  private @Nullable Uid grantee;

  public World(TestServices services) {
    this.services = services;
  }

  /** Returns the services that create the resources. */
  public TestServices services() {
    return services;
  }

  /** Returns an identity of an organization of its own, to which roles can be granted. */
  public Uid grantee() {
    if (grantee == null) {
      grantee = identity(organization()).uid();
    }
    return grantee;
  }

  /** Returns a caller who holds every capability at these uids. */
  public static Caller everythingAt(Uid... groups) {
    return caller(
        Arrays.stream(groups)
            .map(group -> new Grant(group, EnumSet.allOf(Capability.class)))
            .toList());
  }

  /** Returns a caller who holds these capabilities at a uid. */
  public static Caller holding(Set<Capability> capabilities, Uid group) {
    return caller(List.of(new Grant(group, capabilities)));
  }

  /** Returns a caller with these grants, who is not in the database. */
  public static Caller caller(List<Grant> grants) {
    return new Caller(Uid.newRoot().newChild(), Narrowing.NONE, Grants.of(grants));
  }

  /** Returns the same caller with a restricted token. */
  public static Caller narrowed(Caller caller, Narrowing narrowing) {
    List<Grant> grants =
        Arrays.stream(Capability.values())
            .flatMap(
                capability ->
                    caller.grants().groupsWith(capability).stream()
                        .map(group -> new Grant(group, Set.of(capability))))
            .flatMap(narrowing::apply)
            .toList();
    return new Caller(caller.identity(), narrowing, Grants.of(grants));
  }

  /** Returns the identity as a caller, with its stored role bindings. */
  public Caller callerOf(Uid identity) {
    return new Caller(
        identity, Narrowing.NONE, Grants.of(services.roleBindings().grantsOf(identity)));
  }

  /** Creates an organization without an owner. */
  public Uid organization() {
    Uid uid = Uid.newRoot();
    services
        .transactions()
        .write(
            attempt ->
                services
                    .groupRepository()
                    .insert(
                        UnobservedWrite.begin(),
                        uid,
                        "organization",
                        "an organization",
                        services.now()));
    return uid;
  }

  /** Creates a group below another. */
  public Uid group(Uid parent) {
    return group(parent, "group");
  }

  /** A new group below another, with a name. */
  public Uid group(Uid parent, String name) {
    Group group =
        services
            .groups()
            .create(everythingAt(parent), Optional.of(parent), new GroupDraft(name, "a group"));
    return group.uid();
  }

  /** Creates an identity that is recognised by a subject of its own. */
  public Identity identity(Uid group) {
    return identity(group, ClaimMatch.of("https://issuer.test", group.newChild().value()));
  }

  /** Creates an identity with this relationship. */
  public Identity identity(Uid group, Relationship relationship) {
    return services
        .identityService()
        .create(
            everythingAt(group),
            group,
            new IdentityDraft("identity", "an identity", "", Optional.of(relationship)),
            StaticKeys.MAX_LIFETIME);
  }

  /** Returns a JWK set of one new public key. */
  public static String keySet() {
    try {
      return new JWKSet(new ECKeyGenerator(Curve.P_256).keyID("key").generate()).toString();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Creates a custom role with a unique name. */
  public Role role(Uid group, Capability... capabilities) {
    String name = "role " + Uid.newRoot().value();
    return services
        .roles()
        .create(
            everythingAt(group), group, new RoleDraft(name, "a role", Arrays.asList(capabilities)));
  }

  /** Grants a role at a group. */
  public RoleBinding bind(Uid group, Uid identity, Uid role) {
    return services
        .roleBindingService()
        .create(everythingAt(group), group, RoleBindingDraft.of(identity, role));
  }

  /** Creates an invite for an hour, as it is returned with its code. */
  public GroupInvite invite(Uid group, Uid role) {
    return services.invites().create(everythingAt(group), group, inviteTo(role));
  }

  /** Creates an advisory about an artifact that no other is about. */
  public Advisory advisory(Uid group) {
    return advisory(group, anyAdvisory());
  }

  /** Creates an advisory. */
  public Advisory advisory(Uid group, AdvisoryDraft draft) {
    return services.advisories().create(everythingAt(group), group, draft);
  }

  /** Returns an advisory about an artifact that no other is about. */
  public static AdvisoryDraft anyAdvisory() {
    return advisoryOf("artifact " + Uid.newRoot().value(), "CVE-2099-1");
  }

  /** Returns an advisory about an artifact. */
  public static AdvisoryDraft advisoryOf(String artifact, String... aliases) {
    return new AdvisoryDraft("author", artifact, "apk", "", "", "", "", List.of(aliases));
  }

  /** Creates a pending event. */
  public AdvisoryEvent event(Uid advisory) {
    return event(advisory, pending(new TruePositive("a note")));
  }

  /** Creates an event. */
  public AdvisoryEvent event(Uid advisory, AdvisoryEventDraft draft) {
    return services
        .advisoryEvents()
        .create(everythingAt(advisory.root()), advisory, draft, VersionCondition.ANY);
  }

  /** Returns a pending event without a time of its own. */
  public static AdvisoryEventDraft pending(EventData data) {
    return eventIn(Optional.empty(), data);
  }

  /** Returns an approved event without a time of its own. */
  public static AdvisoryEventDraft approved(EventData data) {
    return eventIn(Optional.of(ReviewState.APPROVED), data);
  }

  private static AdvisoryEventDraft eventIn(Optional<ReviewState> state, EventData data) {
    return new AdvisoryEventDraft(
        Optional.empty(), Optional.of(data), "", "author", state, Optional.empty());
  }

  /** Returns an invite for an hour to anyone who has the code. */
  public static GroupInviteDraft inviteTo(Uid role) {
    return new GroupInviteDraft(Optional.of(role), "", Optional.of(Duration.ofHours(1)), false);
  }

  /** Creates a repo with a name that no other has. */
  public Repo repo(Uid group) {
    return repo(group, "repo-" + Uid.newRoot().value());
  }

  /** Creates a repo. */
  public Repo repo(Uid group, String name) {
    return services.repos().create(everythingAt(group), group, new RepoDraft(name, "a repo"));
  }

  /** Uploads a small image for amd64 to a repo, and returns its digest. */
  public String image(Uid repo) {
    services.images().upload(everythingAt(repo), repo, ImageDocuments.UPLOAD);
    return ImageDocuments.DIGEST;
  }

  /** Creates a tag of a repo, with a name that no other has. */
  public Tag tag(Uid repo) {
    TagDraft draft = new TagDraft("tag-" + Uid.newRoot().value(), "sha256:" + "a".repeat(64));
    return services.tags().create(everythingAt(repo), repo, draft);
  }

  /** Creates an identity that is an owner of the group. */
  public Uid ownerOf(Uid group) {
    Uid identity = identity(group).uid();
    bind(group, identity, BuiltInRole.OWNER.uid());
    return identity;
  }

  /** Makes an identity an operator. */
  public void appointOperator(Uid identity) {
    services
        .transactions()
        .write(
            attempt -> {
              services.operators().insert(UnobservedWrite.begin(), identity, services.now());
              return identity;
            });
  }

  /**
   * The outcome of an action, with everything that its answer contains.
   *
   * @param text {@code OK}; or else the type of the violated precondition, or the reason
   * @param told the content of the answer, with uids replaced by their names
   */
  public record Answer(String text, String told) {}

  /**
   * Runs an action; returns its outcome. Refusals are outcomes; any other exception fails the test.
   *
   * @param names uids that differ from one action to another, with their replacements
   */
  public static Answer answer(Executable action, Map<Uid, String> names) {
    try {
      action.execute();
      return new Answer("OK", "");
    } catch (PlatformException e) {
      String told =
          String.join(
              " | ",
              e.code().name(),
              e.reason(),
              String.valueOf(e.getMessage()),
              e.metadata().toString(),
              e.details().toString());
      for (Map.Entry<Uid, String> name : names.entrySet()) {
        told = told.replace(name.getKey().value(), name.getValue());
      }
      return new Answer(text(e), told);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Runs an action; returns {@code OK}, the type of the violated precondition, or the reason of the
   * refusal.
   */
  public static String outcome(Executable action) {
    return answer(action, Map.of()).text();
  }

  /**
   * Runs an action; returns the fields that its refusal names, in order. They are none if it is not
   * refused, or for another reason than its fields. Any other exception fails the test.
   */
  public static List<String> violations(Executable action) {
    try {
      action.execute();
      return List.of();
    } catch (PlatformException e) {
      return e.details().stream()
          .filter(BadRequest.class::isInstance)
          .flatMap(detail -> ((BadRequest) detail).violations().stream())
          .map(FieldViolation::field)
          .toList();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the type of the violated precondition, or else the reason. */
  public static String text(PlatformException e) {
    return e.details().stream()
        .filter(PreconditionFailure.class::isInstance)
        .map(detail -> ((PreconditionFailure) detail).type())
        .findFirst()
        .orElse(e.reason());
  }
}
