package local.platform.iam.invite;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.paging.ListSpec;
import local.platform.foundation.paging.SortField;
import local.platform.foundation.paging.SortOrder;
import local.platform.foundation.persistence.InList;
import local.platform.foundation.resource.GroupAttachment;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;
import local.platform.iam.role.RoleEntity;

/** The repository of invites. */
@Dependent
public class GroupInviteRepository extends ResourceRepository<GroupInviteEntity, GroupInvite>
    implements GroupAttachment {

  @Inject
  public GroupInviteRepository(EntityManager entityManager, DatabaseVendor vendor) {
    super(
        entityManager,
        vendor,
        GroupInviteEntity.class,
        "GroupInvite",
        ParentKind.GROUP,
        row -> readAll(entityManager, List.of(row.uid())).get(0));
  }

  /** Returns how invites are listed: unlike other resources, the newest first by default. */
  ListSpec<GroupInvite> listSpec() {
    return ListSpec.ofResources(
            "iam.group_invites", "GroupInviteEntity", ParentKind.GROUP, this::readAll)
        .sortableBy(List.of(SortField.UID, SortField.CREATE_TIME))
        .indexedBy("keyId")
        .orderedBy(new SortOrder(SortField.CREATE_TIME, true))
        .build();
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

  @Override
  public void deleteAt(Write write, Uid group) {
    write.deleteAll(this, "parentUid", group);
  }
}
