package local.platform.bench;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Optional;
import local.platform.foundation.uid.Uid;
import local.platform.iam.group.GroupEntity;

/** Reads a group without anything of ours: a session bean and JPA. */
@Stateless
@TransactionManagement(TransactionManagementType.BEAN)
public class PlainService {
  @PersistenceContext(unitName = "platform")
  private EntityManager entityManager;

  /** Reads a group by its uid. */
  public Optional<GroupRow> find(String uid) {
    return Optional.ofNullable(entityManager.find(GroupEntity.class, new Uid(uid)))
        .map(GroupEntity::toRecord)
        .map(
            group ->
                new GroupRow(
                    group.uid().value(),
                    group.draft().name(),
                    group.draft().description(),
                    group.createTime(),
                    group.updateTime()));
  }
}
