package local.platform.bench;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import local.platform.iam.group.GroupEntity;

/** What a service that reads a group is without anything of ours: a session bean and JPA. */
@Stateless
@TransactionManagement(TransactionManagementType.BEAN)
public class PlainService {
  @PersistenceContext(unitName = "platform")
  private EntityManager entityManager;

  /** Reads a group by its uid; whether it is there. */
  public boolean find(String uid) {
    return entityManager.find(GroupEntity.class, uid) != null;
  }
}
