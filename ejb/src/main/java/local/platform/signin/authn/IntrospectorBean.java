package local.platform.signin.authn;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import local.platform.access.authz.Grants.Grant;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.AccessToken;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.iam.binding.RoleBindingRepository;
import local.platform.signin.authn.Introspection.Holding;
import local.platform.signin.authn.Introspection.Role;

/** Implements {@link Introspector}. */
@Stateless
@Local(Introspector.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class IntrospectorBean implements Introspector {
  private final Transactions transactions;
  private final EntityManager entityManager;

  @Inject
  public IntrospectorBean(Transactions transactions, EntityManager entityManager) {
    this.transactions = transactions;
    this.entityManager = entityManager;
  }

  @Override
  public Introspection introspect(AccessToken token) {
    List<Holding> holdings =
        transactions.read(() -> bindings(token)).stream()
            .flatMap(row -> holdings(row, token.narrowing()))
            .distinct()
            .sorted(Comparator.comparing(Holding::group))
            .toList();
    return new Introspection(
        token.issuer(),
        token.identity(),
        token.audiences(),
        token.expiry(),
        token.issueTime(),
        holdings);
  }

  private List<Tuple> bindings(AccessToken token) {
    return entityManager
        .createQuery(
            """
            select b.parentUid as groupUid, b.roleUid as roleUid,
              r.name as roleName, r.description as roleDescription, r.capabilities as capabilities
            from RoleBindingEntity b join RoleEntity r on r.uid = b.roleUid
            where b.identityUid = :identity
            order by r.name, b.roleUid
            """,
            Tuple.class)
        .setParameter("identity", token.identity())
        .getResultList();
  }

  private static Stream<Holding> holdings(Tuple row, Narrowing narrowing) {
    Grant grant = RoleBindingRepository.grant(row);
    return topmost(narrowing.apply(grant).toList())
        .map(
            remaining -> {
              boolean whole = remaining.capabilities().equals(grant.capabilities());
              return new Holding(
                  remaining.group(),
                  whole ? Optional.of(role(row)) : Optional.empty(),
                  remaining.capabilities());
            });
  }

  /**
   * Returns the parts of a narrowed grant that do not lie below another part of it, which includes
   * them (see {@code WhoAmI.Capability} in {@code auth.proto}).
   */
  private static Stream<Grant> topmost(List<Grant> remaining) {
    return remaining.stream()
        .filter(
            grant ->
                remaining.stream().noneMatch(other -> other.group().isAncestorOf(grant.group())));
  }

  private static Role role(Tuple row) {
    return new Role(
        row.get("roleUid", Uid.class),
        row.get("roleName", String.class),
        row.get("roleDescription", String.class));
  }
}
