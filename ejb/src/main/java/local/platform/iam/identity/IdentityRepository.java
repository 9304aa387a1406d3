package local.platform.iam.identity;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.config.Configuration;
import local.platform.db.DatabaseVendor;
import local.platform.error.PlatformException;
import local.platform.iam.binding.RoleBindingRepository;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.operator.OperatorRepository;
import local.platform.paging.Condition;
import local.platform.paging.ListFilter;
import local.platform.paging.ListSpec;
import local.platform.paging.SortField;
import local.platform.resource.GroupContent;
import local.platform.resource.ParentKind;
import local.platform.resource.ResourceRepository;
import local.platform.resource.Write;
import local.platform.token.TokenSubject;
import local.platform.uid.Uid;
import local.platform.uid.UidpFilter;

/** The queries about identities. */
@Dependent
public class IdentityRepository extends ResourceRepository<IdentityEntity, Identity>
    implements GroupContent {
  /** By how much the time may lag at which an identity was last seen. */
  private static final Duration MAX_SEEN_LAG = Duration.ofSeconds(60);

  private final RoleBindingRepository roleBindings;
  private final OperatorRepository operators;
  private final Configuration configuration;

  @Inject
  public IdentityRepository(
      EntityManager entityManager,
      DatabaseVendor vendor,
      RoleBindingRepository roleBindings,
      OperatorRepository operators,
      Configuration configuration) {
    super(entityManager, vendor, IdentityEntity.class, "Identity");
    this.roleBindings = roleBindings;
    this.operators = operators;
    this.configuration = configuration;
  }

  @Override
  protected Identity show(IdentityEntity identity) {
    return identity.toRecord();
  }

  ListSpec<Identity> listSpec() {
    return ListSpec.ofResources(
        "iam.identities", "IdentityEntity", ParentKind.GROUP, SortField.COMMON, this::readAll);
  }

  /** What restricts a list to the identities that are exactly this subject of this issuer. */
  static ListFilter claimMatchOf(String issuer, String subject) {
    return new ListFilter(
        UidpFilter.NONE,
        List.of(
            Condition.equal("subject", subject),
            // hardly an identity has the subject, and not these
            Condition.equalUnindexed("issuer", issuer),
            Condition.equalUnindexed("relationship", Relationship.Kind.CLAIM_MATCH.name())));
  }

  /** Stores a new identity that is one subject of one issuer. */
  public void insert(
      Write write, Uid uid, String name, String issuer, String subject, Instant now) {
    IdentityDraft draft =
        new IdentityDraft(name, "", "", Optional.of(ClaimMatch.of(issuer, subject)));
    write.insert(this, new IdentityEntity(uid, draft, now));
  }

  /**
   * An identity for which a token may be exchanged.
   *
   * @param subject what tokens say of it
   * @param relationship how it is recognised
   * @param lastSeenTime when a token was last exchanged for it
   */
  public record Target(TokenSubject subject, Relationship relationship, Instant lastSeenTime) {

    /** Whether it is to be noted that it is seen now. */
    public boolean isSeenLongBefore(Instant now) {
      return lastSeenTime.plus(MAX_SEEN_LAG).isBefore(now);
    }
  }

  /** Finds an identity for which a token is to be exchanged. */
  public Optional<Target> target(Uid identity) {
    return find(identity).map(IdentityEntity::toTarget);
  }

  /** The identities for which a token that this server issued to an identity can be exchanged. */
  List<Uid> reachableFrom(Uid identity) {
    return entityManager()
        .createQuery(
            """
            select i.uid from IdentityEntity i
            where i.subject = :subject and i.issuer = :issuer and i.relationship = :relationship
            """,
            String.class)
        .setParameter("subject", identity.value())
        .setParameter("issuer", configuration.tokens().issuer())
        .setParameter("relationship", Relationship.Kind.CLAIM_MATCH.name())
        .getResultStream()
        .map(Uid::new)
        .toList();
  }

  /**
   * Notes that an identity was seen. That is no change of it: version and update time stay.
   *
   * @return the number of identities noted
   */
  public int noteSeen(Uid identity, Instant now) {
    return entityManager()
        .createQuery(
            "update IdentityEntity i set i.lastSeenTime = :now where i.uid = :uid and i.lastSeenTime < :now")
        .setParameter("now", now)
        .setParameter("uid", identity.value())
        .executeUpdate();
  }

  /** Locks first the identity's organization, of which it may be the last owner. */
  @Override
  public Optional<IdentityEntity> findForUpdate(Uid uid) {
    lockGroup(uid.root());
    return super.findForUpdate(uid);
  }

  /**
   * Deletes an identity with everything that was granted to it.
   *
   * @throws PlatformException FAILED_PRECONDITION with LAST_OPERATOR
   */
  public void deleteWithGrants(Write write, Uid identity) {
    Optional<IdentityEntity> locked = findForUpdate(identity);
    operators.remove(write, identity);
    roleBindings.deleteOf(write, identity);
    locked.ifPresent(found -> write.delete(this, found));
  }

  @Override
  public String plural() {
    return "identities";
  }
}
