package local.platform.testing.sample;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import local.platform.access.authz.Capability;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.iam.account.AccountAssociation;
import local.platform.iam.account.AccountAssociationDraft;
import local.platform.iam.account.AccountAssociationDraft.Amazon;
import local.platform.iam.account.AccountAssociationService;
import local.platform.iam.account.AccountAssociationServiceBean;
import local.platform.iam.account.AccountAssociations;
import local.platform.iam.account.AccountProvider;
import local.platform.kind.Kind;
import local.platform.kind.Rules;
import local.platform.testing.TestServices;
import local.platform.testing.World;

/** The sample of account associations, each of a group below, because a group has only one. */
public final class AccountAssociationSample
    implements KindSample<AccountAssociationDraft, AccountAssociation> {
  @Override
  public Kind<?, AccountAssociationDraft, AccountAssociation> kind() {
    return AccountAssociations.KIND;
  }

  @Override
  public List<Rules<?, ?>> rules(TestServices services) {
    return List.of(new AccountAssociations(services.identities()));
  }

  @Override
  public Map<String, Requirement> requirements() {
    return Map.of(
        "get", Requirement.of(Capability.IAM_ACCOUNT_ASSOCIATIONS_LIST),
        "create", Requirement.of(Capability.IAM_ACCOUNT_ASSOCIATIONS_CREATE),
        "update", Requirement.of(Capability.IAM_ACCOUNT_ASSOCIATIONS_UPDATE),
        "delete", Requirement.of(Capability.IAM_ACCOUNT_ASSOCIATIONS_DELETE));
  }

  @Override
  public List<Operation> operations(Uid identity) {
    return Stream.concat(
            KindSample.super.operations(identity).stream(),
            Stream.of(
                new Operation(
                    "account association check",
                    Capability.IAM_ACCOUNT_ASSOCIATIONS_LIST,
                    (world, group) -> make(world, group).uid(),
                    (services, caller, uid) ->
                        service(services).check(caller, uid, AccountProvider.AMAZON))))
        .toList();
  }

  /** Returns the service with the method of its own. */
  public static AccountAssociationService service(TestServices services) {
    return new AccountAssociationServiceBean(services.repositories(), services.transactions());
  }

  @Override
  public Capability listed() {
    return Capability.IAM_ACCOUNT_ASSOCIATIONS_LIST;
  }

  @Override
  public AccountAssociationDraft draft(Uid identity, String name) {
    return named(name);
  }

  /** Returns a valid draft, which refers to nothing. */
  public static AccountAssociationDraft named(String name) {
    return new AccountAssociationDraft(
        name,
        "",
        Optional.of(new Amazon("123456789012")),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  @Override
  public DraftChange<AccountAssociationDraft> change() {
    return name("changed");
  }

  /** Returns the change of the name of an account association. */
  public static DraftChange<AccountAssociationDraft> name(String name) {
    return DraftChange.of(
        before ->
            new AccountAssociationDraft(
                name,
                before.description(),
                before.amazon(),
                before.google(),
                before.chainguard(),
                before.azure(),
                before.github()),
        "name");
  }

  /** Creates the account association of a group itself. */
  public static AccountAssociation in(World world, Uid group) {
    return world
        .services()
        .resources(AccountAssociations.KIND)
        .create(World.everythingAt(group), group, named("association"));
  }

  @Override
  public AccountAssociation make(World world, Uid group) {
    return KindSample.super.make(world, world.group(group));
  }

  @Override
  public AccountAssociation makeAny(World world, Uid group, String name, Random random) {
    return KindSample.super.makeAny(world, world.group(group), name, random);
  }

  @Override
  public Map<String, Comparator<AccountAssociation>> orders() {
    return Map.of(
        "group",
        Comparator.comparing(association -> association.uid().value()),
        "name",
        Comparator.comparing(association -> association.draft().name()),
        "create_time",
        Comparator.comparing(AccountAssociation::createTime),
        "update_time",
        Comparator.comparing(AccountAssociation::updateTime));
  }

  @Override
  public List<Filtered<AccountAssociation, ?>> filters() {
    return List.of(
        Filtered.byName(AccountAssociations.NAME, association -> association.draft().name()));
  }
}
