package local.platform.hub.imports;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import local.platform.access.authz.Caller;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.Author;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.time.DatabaseClock;
import local.platform.foundation.transaction.DatabaseFailure;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.hub.imports.ImportEntity.Lease;

/** Implements {@link ImportRuns}. */
@Stateless
@Local(ImportRuns.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class ImportRunsBean implements ImportRuns {
  private static final Logger LOG = System.getLogger(ImportRunsBean.class.getName());

  /** How many old imports each new one deletes at most, so that it does not wait for many. */
  private static final int MAX_DELETED = 50;

  private static final String UNIQUE = "uq_hub_import_running";
  private static final String AWAY =
      "the database could not be reached or written: send the file again";

  /** Identifies this process. */
  static final String NODE = UUID.randomUUID().toString();

  private final ImportRepository imports;
  private final Transactions transactions;
  private final ResourceWrites writes;
  private final DatabaseClock clock;
  private final EndedImports ended;

  @Inject
  public ImportRunsBean(
      ImportRepository imports,
      Transactions transactions,
      ResourceWrites writes,
      DatabaseClock clock,
      EndedImports ended) {
    this.imports = imports;
    this.transactions = transactions;
    this.writes = writes;
    this.clock = clock;
    this.ended = ended;
  }

  @Override
  public void check(ImportRequest request) {
    Uid group = request.group();
    boolean running =
        transactions.read(
            () -> {
              if (!imports.groupExists(group)) {
                throw PlatformException.notFound(ParentKind.GROUP.name(), group);
              }
              return imports.isRunning(request, clock.now());
            });
    if (running) {
      throw ImportQueue.running(group);
    }
  }

  @Override
  public Import create(Caller caller, Uid uid, ImportRequest request, long bytes) {
    Uid group = request.group();
    transactions
        .read(() -> imports.findAbandoned(request, clock.now()))
        .ifPresent(abandoned -> end(abandoned, row -> row.isAbandoned(clock.now())));
    return ResourceWrites.unique(
        UNIQUE,
        () -> ImportQueue.running(group),
        () ->
            writes.create(
                caller.author(),
                imports,
                uid,
                write -> {
                  if (imports.findRunning(request).isPresent()) {
                    throw ImportQueue.running(group);
                  }
                  ImportEntity begun =
                      write.insert(
                          imports,
                          new ImportEntity(
                              uid,
                              request,
                              bytes,
                              caller.identity(),
                              write.time(),
                              new Lease(NODE, clock.now())));
                  imports.withConnection(
                      connection -> {
                        request.format().begun(connection, uid);
                        return uid;
                      });
                  return begun;
                }));
  }

  @Override
  public void run(Caller caller, Uid uid, ImportPlace place) {
    ImportBatches batches = new ImportBatches(uid, caller.author(), imports, transactions, writes);
    try {
      new ImportRun<>(place.request().format(), place, batches).run();
      end(batches, place, ImportState.DONE, "");
    } catch (ImportStoppedException e) {
      LOG.log(Level.DEBUG, "an import was cancelled, or given up with its server", e);
    } catch (ImportFailedException e) {
      end(batches, place, ImportState.FAILED, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "import " + uid + " failed", e);
      endFailed(
          batches,
          place,
          isAway(e) ? AWAY : String.valueOf(PlatformException.internal().getMessage()));
    }
    deleteOld(place.request());
  }

  /** Deletes the imports that are too many because of a new one, with their issues. */
  private void deleteOld(ImportRequest request) {
    try {
      transactions
          .read(() -> imports.findOlder(request, ImportService.MAX_KEPT, MAX_DELETED))
          .forEach(this::delete);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "old imports were not deleted; the next import does it", e);
    }
  }

  private void delete(Uid uid) {
    writes.write(
        Author.SERVER,
        (attempt, write) -> {
          if (imports.lockGroupShared(uid.parent().orElseThrow())) {
            imports.findForUpdate(uid).ifPresent(row -> imports.delete(write, row));
          }
          return uid;
        });
  }

  /** Returns whether a failure is that the database cannot be reached or written. */
  static boolean isAway(RuntimeException e) {
    DatabaseFailure.Kind kind = DatabaseFailure.of(e).kind();
    return kind == DatabaseFailure.Kind.CONNECTION
        || kind == DatabaseFailure.Kind.REFUSED_BY_GROUP
        || (e instanceof PlatformException refusal && refusal.code() == ErrorCode.UNAVAILABLE);
  }

  private void end(ImportBatches batches, ImportPlace place, ImportState state, String message) {
    batches.end(state, message, place.request().format());
    ended.count(place.request().format().kind().format(), state);
  }

  /** Ends an import whose failure is no fault of its file. */
  private void endFailed(ImportBatches batches, ImportPlace place, String message) {
    try {
      end(batches, place, ImportState.FAILED, message);
    } catch (ImportStoppedException e) {
      LOG.log(Level.DEBUG, "it has ended already", e);
    } catch (RuntimeException e) {
      // Its lease ends, and then it counts as interrupted.
      LOG.log(Level.WARNING, "the end of an import could not be stored", e);
    }
  }

  @Override
  public void renew(Collection<Uid> uids) {
    if (!uids.isEmpty()) {
      transactions.write(
          attempt -> {
            imports.renew(uids, new Lease(NODE, clock.now()));
            return uids;
          });
    }
    for (Uid uid : transactions.read(() -> imports.findAbandoned(clock.now()))) {
      end(uid, row -> row.isAbandoned(clock.now()));
    }
  }

  @Override
  public void interrupt(Collection<Uid> uids) {
    uids.forEach(uid -> end(uid, row -> row.isRunningOn(NODE)));
  }

  private void end(Uid uid, Predicate<ImportEntity> condition) {
    Optional<String> format =
        writes
            .<Optional<String>>write(
                Author.SERVER,
                (attempt, write) -> {
                  Optional<ImportEntity> row = imports.findForUpdate(uid).filter(condition);
                  if (row.isEmpty() && attempt.mayHaveCommitted()) {
                    return attempt.uncertainResult().orElseThrow();
                  }
                  row.ifPresent(
                      found ->
                          write.update(
                              imports,
                              found,
                              each -> each.end(ImportState.INTERRUPTED, "", write.time())));
                  return row.map(ImportEntity::format);
                })
            .orElseThrow(); // what the server writes repeats no request
    format.ifPresent(each -> ended.count(each, ImportState.INTERRUPTED));
  }

  @Override
  public Import read(Uid uid) {
    return transactions.read(() -> imports.read(uid)).orElseThrow(() -> imports.notFound(uid));
  }
}
