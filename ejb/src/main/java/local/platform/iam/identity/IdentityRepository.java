package local.platform.iam.identity;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.paging.Condition;
import local.platform.foundation.paging.ListFilter;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.ServicePrincipal;

/** The repository of identities. */
@Dependent
public class IdentityRepository extends ResourceRepository<IdentityEntity, Identity> {
  static final String KIND = "Identity";

  @Inject
  public IdentityRepository(EntityManager entityManager, DatabaseVendor vendor) {
    super(
        entityManager,
        vendor,
        IdentityEntity.class,
        KIND,
        ParentKind.GROUP,
        IdentityEntity::toRecord);
  }

  /** Returns the filter for identities whose claim match has exactly this issuer and subject. */
  static ListFilter claimMatchOf(String issuer, String subject) {
    return new ListFilter(
        UidpFilter.NONE,
        List.of(
            // few identities have the same subject: its index leads, the rest is checked row by row
            Condition.equal("subject", subject),
            Condition.equal("issuer", issuer),
            Condition.equal("relationship", Relationship.Kind.CLAIM_MATCH.name())));
  }

  /** Stores a new identity whose claim match has exactly this issuer and subject. */
  public void insert(
      Write write, Uid uid, String name, String issuer, String subject, Instant now) {
    IdentityDraft draft =
        new IdentityDraft(name, "", "", Optional.of(ClaimMatch.of(issuer, subject)));
    write.insert(this, new IdentityEntity(uid, draft, now));
  }

  /**
   * Returns the service of the platform that an identity stands for, and prevents changes of the
   * identity until the transaction ends. Empty if it stands for none, or does not exist.
   */
  public Optional<PlatformService> lockService(Uid identity) {
    return lockShared(identity)
        ? find(identity)
            .map(IdentityEntity::relationship)
            .filter(ServicePrincipal.class::isInstance)
            .flatMap(relationship -> ((ServicePrincipal) relationship).service())
        : Optional.empty();
  }

  /** Locks the identity's organization first, because the identity may be its last owner. */
  @Override
  public Optional<IdentityEntity> findForUpdate(Uid uid) {
    lockGroup(uid.root());
    return super.findForUpdate(uid);
  }
}
