package local.platform.iam.invite;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.persistence.InList;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.uid.Uid;
import local.platform.iam.role.RoleEntity;

/** The repository of invites. */
final class GroupInviteRepository extends ResourceRepository<GroupInviteEntity, GroupInvite> {
  static final String KIND = "GroupInvite";

  GroupInviteRepository(EntityManager entityManager, DatabaseVendor vendor) {
    super(
        entityManager,
        vendor,
        GroupInviteEntity.class,
        KIND,
        ParentKind.GROUP,
        row -> readAll(entityManager, List.of(row.uid())).get(0));
  }

  /** Reads invites with their roles, in one statement; in any order. */
  @Override
  public List<GroupInvite> readAll(Collection<Uid> uids) {
    return readAll(entityManager(), uids);
  }

  private static List<GroupInvite> readAll(EntityManager entityManager, Collection<Uid> uids) {
    return new InList("uids", uids)
        .query(
            entityManager,
            """
            select i as invite, r as role
            from GroupInviteEntity i left join RoleEntity r on r.uid = i.roleUid
            where i.uid in (:uids)
            """,
            Tuple.class)
        .getResultStream()
        .map(GroupInviteRepository::toRecord)
        .toList();
  }

  private static GroupInvite toRecord(Tuple row) {
    return row.get("invite", GroupInviteEntity.class)
        .show(Optional.ofNullable(row.get("role", RoleEntity.class)).map(RoleEntity::toRecord));
  }

  @Override
  public Optional<GroupInvite> read(Uid uid) {
    return readAll(List.of(uid)).stream().findFirst();
  }
}
