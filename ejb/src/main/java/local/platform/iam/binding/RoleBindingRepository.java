package local.platform.iam.binding;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Grants.Grant;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.persistence.InList;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;
import local.platform.iam.binding.RoleBinding.BoundGroup;
import local.platform.iam.binding.RoleBinding.BoundIdentity;
import local.platform.iam.binding.RoleBinding.BoundRole;
import local.platform.iam.role.RoleEntity;

/** The repository of role bindings. */
@Dependent
public class RoleBindingRepository extends ResourceRepository<RoleBindingEntity, RoleBinding> {
  static final String KIND = "RoleBinding";

  @Inject
  public RoleBindingRepository(EntityManager entityManager, DatabaseVendor vendor) {
    super(
        entityManager,
        vendor,
        RoleBindingEntity.class,
        KIND,
        ParentKind.GROUP,
        row -> readAll(entityManager, List.of(row.uid())).get(0));
  }

  /**
   * Reads role bindings with the properties of their identities, groups and roles, in one
   * statement; in any order.
   */
  @Override
  public List<RoleBinding> readAll(Collection<Uid> uids) {
    return readAll(entityManager(), uids);
  }

  private static List<RoleBinding> readAll(EntityManager entityManager, Collection<Uid> uids) {
    return new InList("uids", uids)
        .query(
            entityManager,
            """
            select b.uid as uid, b.createTime as createTime, b.version as version,
              i.uid as identityUid, i.name as identityName, i.description as identityDescription,
              case when i.relationship = 'CLAIM_MATCH' then i.subject end as subject,
              case when i.relationship = 'CLAIM_MATCH' then i.issuer end as issuer,
              g.uid as groupUid, g.name as groupName, g.description as groupDescription,
              r.uid as roleUid, r.name as roleName, r.description as roleDescription,
              r.capabilities as capabilities
            from RoleBindingEntity b
              join IdentityEntity i on i.uid = b.identityUid
              join GroupEntity g on g.uid = b.parentUid
              join RoleEntity r on r.uid = b.roleUid
            where b.uid in (:uids)
            """,
            Tuple.class)
        .getResultStream()
        .map(RoleBindingRepository::toRecord)
        .toList();
  }

  @Override
  public Optional<RoleBinding> read(Uid uid) {
    return readAll(List.of(uid)).stream().findFirst();
  }

  private static RoleBinding toRecord(Tuple row) {
    return new RoleBinding(
        row.get("uid", Uid.class),
        new BoundIdentity(
            row.get("identityUid", Uid.class),
            row.get("identityName", String.class),
            row.get("identityDescription", String.class),
            Optional.ofNullable(row.get("subject", String.class)).orElse(""),
            Optional.ofNullable(row.get("issuer", String.class)).orElse("")),
        new BoundGroup(
            row.get("groupUid", Uid.class),
            row.get("groupName", String.class),
            row.get("groupDescription", String.class)),
        role(row),
        row.get("createTime", Instant.class),
        row.get("version", Long.class));
  }

  private static BoundRole role(Tuple row) {
    Uid uid = row.get("roleUid", Uid.class);
    return new BoundRole(
        uid,
        row.get("roleName", String.class),
        row.get("roleDescription", String.class),
        RoleEntity.capabilities(uid, row.get("capabilities", String.class)));
  }

  /**
   * Stores a new role binding.
   *
   * @param uid its uid, under the group at which it grants
   */
  public void insert(Write write, Uid uid, Uid identity, Uid role, Instant now) {
    write.insert(this, new RoleBindingEntity(uid, RoleBindingDraft.of(identity, role), now));
  }

  /**
   * Locks the parent first if it is an organization, because the role binding may be that of its
   * last owner.
   */
  @Override
  public Optional<RoleBindingEntity> findForUpdate(Uid uid) {
    uid.parent().filter(Uid::isRoot).ifPresent(this::lockGroup);
    return super.findForUpdate(uid);
  }

  /** Returns whether the identity exists, and prevents its deletion until the transaction ends. */
  boolean holdIdentity(Uid identity) {
    return lockShared("IdentityEntity", identity);
  }

  /** Returns whether the organization has an owner. */
  public boolean hasOwner(Uid organization) {
    // no role binding has the uid of the organization
    return hasOwnerWithout(organization, organization);
  }

  /** Returns whether the identity is an owner of the organization. */
  boolean isOwner(Uid organization, Uid identity) {
    return isOwned(organization, "b.identityUid = :other", identity);
  }

  /** Returns whether the organization has an owner other than this identity. */
  boolean hasOwnerBeside(Uid organization, Uid identity) {
    return isOwned(organization, "b.identityUid <> :other", identity);
  }

  /** Returns whether the organization has an owner by another role binding than this one. */
  boolean hasOwnerWithout(Uid organization, Uid roleBinding) {
    return isOwned(organization, "b.uid <> :other", roleBinding);
  }

  private boolean isOwned(Uid organization, String condition, Uid other) {
    return !entityManager()
        .createQuery(
            "select b.uid from RoleBindingEntity b"
                + " where b.parentUid = :organization and b.roleUid = :owner and "
                + condition,
            Uid.class)
        .setParameter("organization", organization)
        .setParameter("owner", BuiltInRole.OWNER.uid())
        .setParameter("other", other)
        .setMaxResults(1)
        .getResultList()
        .isEmpty();
  }

  /** Returns the grants of an identity in all organizations. */
  public List<Grant> grantsOf(Uid identity) {
    return entityManager()
        .createQuery(
            """
            select b.parentUid as groupUid, b.roleUid as roleUid, r.capabilities as capabilities
            from RoleBindingEntity b join RoleEntity r on r.uid = b.roleUid
            where b.identityUid = :identity
            """,
            Tuple.class)
        .setParameter("identity", identity)
        .getResultStream()
        .map(RoleBindingRepository::grant)
        .toList();
  }

  /**
   * Returns what a role binding grants, from a row with {@code groupUid}, {@code roleUid} and
   * {@code capabilities}.
   */
  public static Grant grant(Tuple row) {
    return grant(
        row.get("groupUid", Uid.class),
        row.get("roleUid", Uid.class),
        row.get("capabilities", String.class));
  }

  /**
   * Returns what a role binding grants.
   *
   * @param group uid of its group
   * @param role uid of its role
   * @param capabilities the stored capabilities of the role
   */
  public static Grant grant(Uid group, Uid role, String capabilities) {
    return new Grant(group, RoleEntity.capabilities(role, capabilities));
  }

  /** Deletes the role bindings of an identity in all organizations. The identity is locked. */
  public void deleteOf(Write write, Uid identity) {
    write.deleteAll(this, "identityUid", identity);
  }
}
