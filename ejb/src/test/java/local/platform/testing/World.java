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
import local.platform.foundation.error.ErrorDetail.PreconditionFailure;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.UnobservedWrite;
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
import org.junit.jupiter.api.function.Executable;

/** Makes what a test needs, in the name of callers who may do everything. */
public final class World {
  private final TestServices services;

  public World(TestServices services) {
    this.services = services;
  }

  /** Somebody who holds every capability there is at these uids. */
  public static Caller everythingAt(Uid... groups) {
    return caller(
        Arrays.stream(groups)
            .map(group -> new Grant(group, EnumSet.allOf(Capability.class)))
            .toList());
  }

  /** Somebody who holds these capabilities at a uid. */
  public static Caller holding(Set<Capability> capabilities, Uid group) {
    return caller(List.of(new Grant(group, capabilities)));
  }

  /** Somebody of whom the database knows nothing, to whom this is granted. */
  public static Caller caller(List<Grant> grants) {
    return new Caller(Uid.newRoot().newChild(), Narrowing.NONE, Grants.of(grants));
  }

  /** The same caller with a token that is restricted. */
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

  /** What an identity may do now, by the bindings that are stored. */
  public Caller callerOf(Uid identity) {
    return new Caller(
        identity, Narrowing.NONE, Grants.of(services.roleBindings().grantsOf(identity)));
  }

  /** A new organization without an owner. */
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

  /** A new group below another. */
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

  /** A new identity, recognised by a subject of its own. */
  public Identity identity(Uid group) {
    return identity(group, ClaimMatch.of("https://issuer.test", group.newChild().value()));
  }

  /** A new identity that is recognised so. */
  public Identity identity(Uid group, Relationship relationship) {
    return services
        .identityService()
        .create(
            everythingAt(group),
            group,
            new IdentityDraft("identity", "an identity", "", Optional.of(relationship)),
            StaticKeys.MAX_LIFETIME);
  }

  /** A JWK set of one new public key. */
  public static String keySet() {
    try {
      return new JWKSet(new ECKeyGenerator(Curve.P_256).keyID("key").generate()).toString();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A new custom role with a name that no other has. */
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

  /** A new invite for an hour, as the answer to its creation is. */
  public GroupInvite invite(Uid group, Uid role) {
    return services.invites().create(everythingAt(group), group, inviteTo(role));
  }

  /** An invite for an hour to whoever has the code. */
  public static GroupInviteDraft inviteTo(Uid role) {
    return new GroupInviteDraft(Optional.of(role), "", Optional.of(Duration.ofHours(1)), false);
  }

  /** A new repo with a name that no other has. */
  public Repo repo(Uid group) {
    return repo(group, "repo-" + Uid.newRoot().value());
  }

  /** A new repo. */
  public Repo repo(Uid group, String name) {
    return services.repos().create(everythingAt(group), group, new RepoDraft(name, "a repo"));
  }

  /** A new tag of a repo, with a name that no other has. */
  public Tag tag(Uid repo) {
    TagDraft draft = new TagDraft("tag-" + Uid.newRoot().value(), "sha256:" + "a".repeat(64));
    return services.tags().create(everythingAt(repo), repo, draft);
  }

  /** Makes a new identity of the group its owner. */
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
   * What an action came to, with everything that the answer tells.
   *
   * @param text {@code OK}, or code and reason, and the type of what stands in the way
   * @param told all that the answer tells, uids replaced by their names
   */
  public record Answer(String text, String told) {}

  /**
   * What an action comes to. A refusal is an answer; whatever else is thrown fails the test.
   *
   * @param names uids that differ from one action to another one, with what stands for each
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

  /** {@code OK}, or the reason of a refusal, or the type of what stands in the way. */
  public static String outcome(Executable action) {
    return answer(action, Map.of()).text();
  }

  /** How a refusal is called: the type of what stands in the way, or else its reason. */
  public static String text(PlatformException e) {
    return e.details().stream()
        .filter(PreconditionFailure.class::isInstance)
        .map(detail -> ((PreconditionFailure) detail).type())
        .findFirst()
        .orElse(e.reason());
  }
}
