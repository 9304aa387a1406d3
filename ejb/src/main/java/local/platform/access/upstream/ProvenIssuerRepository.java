package local.platform.access.upstream;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import local.platform.access.upstream.ProvenIssuers.Proof;
import local.platform.foundation.transaction.Transactions;
import local.platform.url.IssuerUrl;

/** The repository of proven issuers, with each operation in a transaction of its own. */
@Dependent
public class ProvenIssuerRepository implements ProvenIssuers.Store {
  private final EntityManager entityManager;
  private final Transactions transactions;
  private final Clock clock;

  @Inject
  public ProvenIssuerRepository(
      EntityManager entityManager, Transactions transactions, Clock clock) {
    this.entityManager = entityManager;
    this.transactions = transactions;
    this.clock = clock;
  }

  /** Also deletes the proofs of organizations that no longer exist. */
  @Override
  public List<Proof> load(int max) {
    int unused =
        transactions.write(
            attempt ->
                entityManager
                    .createQuery(
                        """
                        delete from ProvenIssuerEntity p where not exists
                        (select g.uid from GroupEntity g where g.uid = p.organizationUid)
                        """)
                    .executeUpdate());
    List<Proof> proofs =
        new ArrayList<>(
            transactions.read(
                () ->
                    entityManager
                        .createQuery(
                            "select p from ProvenIssuerEntity p order by p.createTime desc",
                            ProvenIssuerEntity.class)
                        .setMaxResults(max)
                        .getResultStream()
                        .flatMap(stored -> stored.toRecord().stream())
                        .toList()));
    Collections.reverse(proofs);
    return proofs;
  }

  @Override
  public void put(Proof added, Optional<Proof> displaced) {
    ProvenIssuerEntity unused =
        transactions.write(
            attempt -> {
              displaced.ifPresent(this::delete);
              delete(added); // another node may have stored it
              ProvenIssuerEntity entity = new ProvenIssuerEntity(added, clock.instant());
              entityManager.persist(entity);
              return entity;
            });
  }

  private void delete(Proof proof) {
    entityManager
        .createQuery(
            "delete from ProvenIssuerEntity p"
                + " where p.organizationUid = :organization and p.issuer = :issuer")
        .setParameter("organization", proof.organization())
        .setParameter("issuer", proof.issuer().value())
        .executeUpdate();
  }

  @Override
  public void remove(IssuerUrl issuer) {
    int unused =
        transactions.write(
            attempt ->
                entityManager
                    .createQuery("delete from ProvenIssuerEntity p where p.issuer = :issuer")
                    .setParameter("issuer", issuer.value())
                    .executeUpdate());
  }
}
