package local.platform.registry.name;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import local.platform.access.authz.Caller;
import local.platform.access.operator.Operators;
import local.platform.foundation.paging.ListFilter;
import local.platform.foundation.paging.Lister;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.UidpFilter;

/** Implements {@link TombstoneService}. */
@Stateless
@Local(TombstoneService.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class TombstoneServiceBean implements TombstoneService {
  private final Operators authorization;
  private final TombstoneRepository tombstones;
  private final Lister lister;
  private final Transactions transactions;
  private final ResourceWrites writes;

  @Inject
  public TombstoneServiceBean(
      Operators authorization,
      TombstoneRepository tombstones,
      Lister lister,
      Transactions transactions,
      ResourceWrites writes) {
    this.authorization = authorization;
    this.tombstones = tombstones;
    this.lister = lister;
    this.transactions = transactions;
    this.writes = writes;
  }

  @Override
  public Page<Tombstone> list(Caller caller, PageRequest page) {
    authorization.require(caller);
    ListFilter all = new ListFilter(UidpFilter.NONE, List.of());
    return transactions.read(
        () -> lister.list(caller.canonicalText(), List.of(), tombstones.listSpec(), all, page));
  }

  @Override
  public void delete(Caller caller, String pullName, VersionCondition condition) {
    authorization.require(caller);
    if (!RepoPath.mayBePullName(pullName)) {
      throw TombstoneRepository.notFound(pullName);
    }
    writes.<Tombstone>write(
        caller.author(),
        (attempt, write) -> {
          Optional<TombstoneEntity> found = tombstones.findForUpdate(pullName);
          Optional<Tombstone> before = attempt.uncertainResult();
          if (before.isPresent() && !found.map(TombstoneEntity::toRecord).equals(before)) {
            // The earlier attempt deleted it. One that exists now was made since, and stays.
            return before.get();
          }
          TombstoneEntity tombstone =
              found.orElseThrow(() -> TombstoneRepository.notFound(pullName));
          condition.checkUnversioned(tombstone.uid());
          write.delete(tombstones, tombstone);
          return tombstone.toRecord();
        });
  }
}
