package local.platform.testing.sample;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.iam.identity.Identities;
import local.platform.iam.identity.Identity;
import local.platform.iam.identity.IdentityDraft;
import local.platform.iam.identity.PlatformService;
import local.platform.iam.identity.Relationship;
import local.platform.iam.identity.Relationship.AwsIdentity;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.ServicePrincipal;
import local.platform.iam.identity.Relationship.StaticKeys;
import local.platform.iam.identity.TextMatch;
import local.platform.kind.Kind;
import local.platform.kind.Rules;
import local.platform.testing.Changes;
import local.platform.testing.TestServices;
import local.platform.testing.World;

/** The sample of identities, each with a subject of its own. */
public final class IdentitySample implements KindSample<IdentityDraft, Identity> {
  private static final Optional<TextMatch> TEXT = Optional.of(TextMatch.literal("text"));
  private static final List<Relationship> RELATIONSHIPS =
      List.of(
          ClaimMatch.of("https://issuer.test", "subject"),
          new StaticKeys("https://a.test", "s", World.keySet(), Optional.empty(), List.of()),
          new AwsIdentity("123456789012", TEXT, TEXT),
          new ServicePrincipal(Optional.of(PlatformService.COSIGNED)));

  @Override
  public Kind<?, IdentityDraft, Identity> kind() {
    return Identities.KIND;
  }

  @Override
  public List<Rules<?, ?>> rules(TestServices services) {
    return List.of(services.identityRules());
  }

  @Override
  public Map<String, Requirement> requirements() {
    return Map.of(
        "get", Requirement.of(Capability.IAM_IDENTITY_LIST),
        "create", Requirement.of(Capability.IAM_IDENTITY_CREATE),
        "update", Requirement.of(Capability.IAM_IDENTITY_UPDATE),
        "delete", Requirement.of(Capability.IAM_IDENTITY_DELETE));
  }

  @Override
  public Capability listed() {
    return Capability.IAM_IDENTITY_LIST;
  }

  @Override
  public IdentityDraft draft(Uid identity, String name) {
    return draft(name, ClaimMatch.of("https://issuer.test", Uid.newRoot().value()));
  }

  private static IdentityDraft draft(String name, Relationship relationship) {
    return new IdentityDraft(name, "", "", Optional.of(relationship));
  }

  @Override
  public DraftChange<IdentityDraft> change() {
    return Changes.relationship(ClaimMatch.of("https://issuer.test", Uid.newRoot().value()));
  }

  @Override
  public Identity create(TestServices services, Caller caller, Uid group, IdentityDraft draft) {
    return services.identityService().create(caller, group, draft, StaticKeys.MAX_LIFETIME);
  }

  @Override
  public Identity update(
      TestServices services,
      Caller caller,
      Uid uid,
      DraftChange<IdentityDraft> change,
      VersionCondition condition) {
    return services
        .identityService()
        .update(caller, uid, change, StaticKeys.MAX_LIFETIME, condition);
  }

  @Override
  public Identity makeAny(World world, Uid group, String name, Random random) {
    Relationship relationship = RELATIONSHIPS.get(random.nextInt(RELATIONSHIPS.size()));
    return create(world.services(), World.everythingAt(group), group, draft(name, relationship));
  }

  /** A deletion takes the roles of the identity with it. */
  @Override
  public List<Written> writes() {
    return List.of(
        written("create"),
        written("update"),
        new Written(
            "Identity.delete",
            stage -> {
              Uid identity = make(stage.world(), stage.root()).uid();
              stage.world().bind(stage.root(), identity, BuiltInRole.VIEWER.uid());
              stage.world().bind(stage.world().organization(), identity, BuiltInRole.OWNER.uid());
              stage.world().appointOperator(identity);
              return () ->
                  resources(stage.services()).delete(stage.owner(), identity, VersionCondition.ANY);
            },
            "Operator deleted, implied",
            "RoleBinding deleted, implied",
            "RoleBinding deleted, implied",
            "Identity deleted"));
  }

  @Override
  public Map<String, Comparator<Identity>> orders() {
    return Map.of(
        "name",
        Comparator.comparing(identity -> identity.draft().name()),
        "create_time",
        Comparator.comparing(Identity::createTime),
        "update_time",
        Comparator.comparing(Identity::updateTime));
  }

  @Override
  public List<Filtered<Identity, ?>> filters() {
    return List.of(
        Filtered.byName(Identities.NAME, identity -> identity.draft().name()),
        new Filtered<>(
            Identities.RELATIONSHIP,
            identity -> identity.draft().relationship().orElseThrow().kind(),
            List.of(Relationship.Kind.values())));
  }
}
