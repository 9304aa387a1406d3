package local.platform.iam.identity;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.access.operator.OperatorRepository;
import local.platform.access.token.TokenSubject;
import local.platform.config.Configuration;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Condition;
import local.platform.foundation.paging.ListFilter;
import local.platform.foundation.paging.ListSpec;
import local.platform.foundation.paging.SortField;
import local.platform.foundation.resource.GroupContent;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.binding.RoleBindingRepository;
import local.platform.iam.identity.Relationship.ClaimMatch;

/** The repository of identities. */
@Dependent
public class IdentityRepository extends ResourceRepository<IdentityEntity, Identity>
    implements GroupContent {
  /** How old {@code lastSeenTime} may get before an exchange updates it. */
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

  /** Returns the filter for identities whose claim match has exactly this issuer and subject. */
  static ListFilter claimMatchOf(String issuer, String subject) {
    return new ListFilter(
        UidpFilter.NONE,
        List.of(
            Condition.equal("subject", subject),
            // few identities have the same subject, so the rest needs no index
            Condition.equalUnindexed("issuer", issuer),
            Condition.equalUnindexed("relationship", Relationship.Kind.CLAIM_MATCH.name())));
  }

  /** Stores a new identity whose claim match has exactly this issuer and subject. */
  public void insert(
      Write write, Uid uid, String name, String issuer, String subject, Instant now) {
    IdentityDraft draft =
        new IdentityDraft(name, "", "", Optional.of(ClaimMatch.of(issuer, subject)));
    write.insert(this, new IdentityEntity(uid, draft, now));
  }

  /**
   * An identity for which a token may be exchanged.
   *
   * @param subject the subject of tokens that are issued to it
   * @param relationship the tokens that it accepts
   * @param lastSeenTime when a token was last exchanged for it
   */
  public record Target(TokenSubject subject, Relationship relationship, Instant lastSeenTime) {

    /** Returns whether {@code lastSeenTime} is so old that it has to be updated. */
    public boolean isSeenLongBefore(Instant now) {
      return lastSeenTime.plus(MAX_SEEN_LAG).isBefore(now);
    }
  }

  /** Returns the identity as the target of an exchange; empty if it does not exist. */
  public Optional<Target> target(Uid identity) {
    return find(identity).map(IdentityEntity::toTarget);
  }

  /**
   * Returns the identities for which a token that this server issued to an identity can be
   * exchanged. Patterns are not considered, because they do not match tokens of this server.
   */
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
   * Sets the time at which an identity was last seen, unless the stored one is later. Version and
   * update time stay the same.
   *
   * @return the number of rows updated
   */
  public int noteSeen(Uid identity, Instant now) {
    return entityManager()
        .createQuery(
            "update IdentityEntity i set i.lastSeenTime = :now where i.uid = :uid and i.lastSeenTime < :now")
        .setParameter("now", now)
        .setParameter("uid", identity.value())
        .executeUpdate();
  }

  /** Locks the identity's organization first, because the identity may be its last owner. */
  @Override
  public Optional<IdentityEntity> findForUpdate(Uid uid) {
    lockGroup(uid.root());
    return super.findForUpdate(uid);
  }

  /**
   * Deletes an identity with its role bindings; if it is an operator, it is removed from them.
   *
   * @throws PlatformException FAILED_PRECONDITION with LAST_OPERATOR if it is the only operator
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
