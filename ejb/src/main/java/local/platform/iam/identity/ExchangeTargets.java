package local.platform.iam.identity;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.config.Configuration;
import local.platform.foundation.uid.Uid;

/** The queries of identities that the exchange of tokens needs. */
@Dependent
public class ExchangeTargets {
  /** How old {@code lastSeenTime} may get before an exchange updates it. */
  private static final Duration MAX_SEEN_LAG = Duration.ofSeconds(60);

  private final EntityManager entityManager;
  private final Configuration configuration;

  @Inject
  public ExchangeTargets(EntityManager entityManager, Configuration configuration) {
    this.entityManager = entityManager;
    this.configuration = configuration;
  }

  /** Returns the identity as the target of an exchange; empty if it does not exist. */
  public Optional<ExchangeTarget> find(Uid identity) {
    return Optional.ofNullable(entityManager.find(IdentityEntity.class, identity))
        .map(IdentityEntity::toTarget);
  }

  /**
   * Returns the identities for which a token that this server issued to an identity can be
   * exchanged. Patterns are not considered, because they do not match tokens of this server.
   */
  List<Uid> reachableFrom(Uid identity) {
    return entityManager
        .createQuery(
            """
            select i.uid from IdentityEntity i
            where i.subject = :subject and i.issuer = :issuer and i.relationship = :relationship
            """,
            Uid.class)
        .setParameter("subject", identity.value())
        .setParameter("issuer", configuration.tokens().issuer())
        .setParameter("relationship", Relationship.Kind.CLAIM_MATCH.name())
        .getResultList();
  }

  /** Returns whether {@code lastSeenTime} is so old that an exchange now has to update it. */
  public boolean isSeenLongBefore(ExchangeTarget target, Instant now) {
    return target.lastSeenTime().plus(MAX_SEEN_LAG).isBefore(now);
  }

  /**
   * Sets the time at which an identity was last seen, unless the stored one is later. Version and
   * update time stay the same.
   *
   * @return the number of rows updated
   */
  public int noteSeen(Uid identity, Instant now) {
    return entityManager
        .createQuery(
            "update IdentityEntity i set i.lastSeenTime = :now where i.uid = :uid and i.lastSeenTime < :now")
        .setParameter("now", now)
        .setParameter("uid", identity)
        .executeUpdate();
  }
}
