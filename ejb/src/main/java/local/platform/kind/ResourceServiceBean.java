package local.platform.kind;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.List;
import java.util.function.Consumer;
import local.platform.access.authz.Caller;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.paging.ListSpec;
import local.platform.foundation.paging.Lister;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;

/** Implements {@link ResourceService}. */
@Stateless
@Local(ResourceService.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class ResourceServiceBean implements ResourceService {
  private final Kinds kinds;
  private final Repositories repositories;
  private final Lister lister;
  private final Transactions transactions;
  private final ResourceWrites writes;

  @Inject
  public ResourceServiceBean(
      Kinds kinds,
      Repositories repositories,
      Lister lister,
      Transactions transactions,
      ResourceWrites writes) {
    this.kinds = kinds;
    this.repositories = repositories;
    this.lister = lister;
    this.transactions = transactions;
    this.writes = writes;
  }

  @Override
  public <R extends Resource> R get(Caller caller, Kind<?, ?, R> kind, Uid uid) {
    kind.get().require(caller, uid);
    ResourceRepository<?, R> resources = repositories.of(kind);
    return transactions.read(() -> resources.read(uid)).orElseThrow(() -> resources.notFound(uid));
  }

  @Override
  public <R extends Resource> Page<R> list(
      Caller caller, Kind<?, ?, R> kind, ResourceQuery query, PageRequest page) {
    List<Uid> visible = kind.visible(caller);
    ListSpec<R> spec = repositories.listSpec(kind);
    return transactions.read(
        () -> lister.list(caller.canonicalText(), visible, spec, query.filter(), page));
  }

  @Override
  public <R extends Resource> void walk(
      Caller caller,
      Kind<?, ?, R> kind,
      ResourceQuery query,
      Window window,
      Consumer<? super R> consumer) {
    List<Uid> visible = kind.visible(caller);
    lister.walk(visible, repositories.listSpec(kind), query.filter(), window, consumer);
  }

  @Override
  public <D, R extends Resource> R create(Caller caller, Kind<?, D, R> kind, Uid parent, D draft) {
    kind.create().require(caller, parent);
    return store(caller, kind, parent, draft);
  }

  private <E extends ResourceEntity, D, R extends Resource> R store(
      Caller caller, Kind<E, D, R> kind, Uid parent, D draft) {
    Rules<E, D> rules = kinds.rules(kind);
    FieldViolations violations = new FieldViolations();
    rules.validate(draft, violations);
    rules.validateWhole(draft, violations);
    violations.throwIfAny();
    ResourceRepository<E, R> resources = repositories.of(kind);
    Uid uid = resources.newUid(parent);
    return kind.unique(
        draft,
        () ->
            writes.create(
                caller.author(),
                resources,
                uid,
                write -> {
                  D complete = rules.beforeCreate(caller, uid, draft);
                  return write.insert(
                      resources, kind.drafts().create().create(uid, complete, write.time()));
                }));
  }

  @Override
  public <D, R extends Resource> R update(
      Caller caller,
      Kind<?, D, R> kind,
      Uid uid,
      DraftChange<D> change,
      VersionCondition condition) {
    kind.update().require(caller, uid);
    return change(caller, kind, uid, change, condition);
  }

  private <E extends ResourceEntity, D, R extends Resource> R change(
      Caller caller,
      Kind<E, D, R> kind,
      Uid uid,
      DraftChange<D> change,
      VersionCondition condition) {
    Rules<E, D> rules = kinds.rules(kind);
    Drafts<E, D> drafts = kind.drafts();
    D given = change.applyTo(drafts.empty());
    FieldViolations violations = change.violations();
    rules.validate(given, violations);
    violations.throwIfAny();
    return kind.unique(
        given,
        () ->
            writes.update(
                caller.author(),
                repositories.of(kind),
                uid,
                condition,
                (write, stored) -> {
                  D draft = change.applyTo(drafts.read().apply(stored));
                  FieldViolations ofWhole = new FieldViolations();
                  rules.validateWhole(draft, ofWhole);
                  ofWhole.throwIfAny();
                  D complete = rules.beforeUpdate(caller, stored, draft);
                  drafts.store().store(stored, complete, write.time());
                }));
  }

  @Override
  public void delete(Caller caller, Kind<?, ?, ?> kind, Uid uid, VersionCondition condition) {
    kind.delete().require(caller, uid);
    remove(caller, kind, uid, condition);
  }

  private <E extends ResourceEntity, D> void remove(
      Caller caller, Kind<E, D, ?> kind, Uid uid, VersionCondition condition) {
    Rules<E, D> rules = kinds.rules(kind);
    ResourceRepository<E, ?> resources = repositories.of(kind);
    writes.delete(
        caller.author(),
        resources,
        uid,
        condition,
        (write, stored) -> {
          rules.beforeDelete(write, stored);
          kind.unlessInUse(uid, () -> write.delete(resources, stored));
        });
  }
}
