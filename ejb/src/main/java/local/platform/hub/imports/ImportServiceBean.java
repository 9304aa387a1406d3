package local.platform.hub.imports;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Lister;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.time.DatabaseClock;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;

/** Implements {@link ImportService}. */
@Stateless
@Local(ImportService.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class ImportServiceBean implements ImportService {
  private final ImportQueue queue;
  private final ImportRepository imports;
  private final Transactions transactions;
  private final ResourceWrites writes;
  private final Lister lister;
  private final DatabaseClock clock;
  private final EndedImports ended;
  private final List<ImportKind> kinds;

  /** Each of them lets a caller read imports of some kind. */
  private final Set<Capability> reading;

  @Inject
  public ImportServiceBean(
      ImportQueue queue,
      ImportRepository imports,
      Transactions transactions,
      ResourceWrites writes,
      Lister lister,
      DatabaseClock clock,
      EndedImports ended,
      @Any Instance<ImportKind> kinds) {
    this(queue, imports, transactions, writes, lister, clock, ended, kinds.stream().toList());
  }

  /** Creates a service for imports of these kinds. */
  public ImportServiceBean(
      ImportQueue queue,
      ImportRepository imports,
      Transactions transactions,
      ResourceWrites writes,
      Lister lister,
      DatabaseClock clock,
      EndedImports ended,
      List<ImportKind> kinds) {
    this.queue = queue;
    this.imports = imports;
    this.transactions = transactions;
    this.writes = writes;
    this.lister = lister;
    this.clock = clock;
    this.ended = ended;
    this.kinds = kinds;
    this.reading =
        kinds.stream()
            .map(ImportKind::reading)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Capability.class)));
  }

  @Override
  public ImportPlace prepare(Caller caller, ImportRequest request) {
    caller.require(request.format().starting(), request.group());
    return queue.reserve(request);
  }

  @Override
  public Import start(Caller caller, ImportPlace place) {
    caller.require(place.request().format().starting(), place.request().group());
    return queue.start(caller, place);
  }

  @Override
  public Import get(Caller caller, Uid uid) {
    caller.requireAny(reading, uid);
    return transactions.read(() -> readable(caller, uid)).shownAt(clock.now());
  }

  @Override
  public Page<Import> list(Caller caller, ImportQuery query, PageRequest page) {
    Map<Capability, List<Uid>> visible = caller.visible(reading);
    Map<String, List<Uid>> parts = new HashMap<>();
    if (query.canMatch()) {
      visible.forEach((capability, groups) -> parts.put(capability.dottedName(), groups));
    }
    Instant now = clock.now();
    return transactions.read(
        () ->
            lister.list(
                caller.canonicalText(), parts, imports.listSpec(now), query.filter(), page));
  }

  @Override
  public List<ImportIssue> issues(Caller caller, Uid uid, int after, int limit) {
    caller.requireAny(reading, uid);
    return transactions.read(() -> imports.issues(readable(caller, uid).number(), after, limit));
  }

  @Override
  public Import cancel(Caller caller, Uid uid) {
    boolean readsSome = caller.holdsAny(reading, uid);
    Optional<ImportEntity> found = transactions.read(() -> imports.find(uid));
    Import before =
        found
            .filter(stored -> caller.grants().allows(cancelling(stored), uid))
            .orElseThrow(() -> notCancelled(caller, uid, found, readsSome))
            .toRecord();
    if (before.state() == ImportState.CANCELLED) {
      return before;
    }
    Import cancelled =
        writes.update(
            caller.author(),
            imports,
            uid,
            VersionCondition.ANY,
            (write, row) -> {
              if (!row.isRunning()) {
                throw PlatformException.failedPrecondition(
                    "IMPORT_ENDED", uid, "the import has ended: it cannot be cancelled any more");
              }
              row.end(ImportState.CANCELLED, "", write.time());
            });
    if (caller.author().dryRun().isEmpty()) {
      ended.count(cancelled.format(), ImportState.CANCELLED);
    }
    return cancelled;
  }

  /**
   * Returns the error for a caller that cannot cancel an import. A caller that may read it is told
   * which capability that takes; for others an import that they could not read does not exist.
   *
   * @param readsSome whether the caller may read imports of some kind here
   */
  private PlatformException notCancelled(
      Caller caller, Uid uid, Optional<ImportEntity> found, boolean readsSome) {
    Optional<ImportEntity> read = found.filter(stored -> reads(caller, stored));
    if (read.isPresent()) {
      return PlatformException.permissionDenied(cancelling(read.get()).dottedName(), uid);
    }
    return readsSome
        ? imports.notFound(uid)
        : PlatformException.permissionDenied(
            kinds.stream().map(ImportKind::cancelling).sorted().collect(Collectors.joining(" or ")),
            uid);
  }

  private ImportEntity readable(Caller caller, Uid uid) {
    return imports
        .find(uid)
        .filter(stored -> reads(caller, stored))
        .orElseThrow(() -> imports.notFound(uid));
  }

  private boolean reads(Caller caller, ImportEntity stored) {
    return Capability.ofDottedName(stored.reading())
        .filter(capability -> caller.grants().allows(capability, stored.uid()))
        .isPresent();
  }

  private static Capability cancelling(ImportEntity stored) {
    return Capability.ofDottedName(stored.capability())
        .orElseThrow(() -> PlatformException.permissionDenied("this import cannot be cancelled"));
  }
}
