package local.platform.hub.imports;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;

/** Implements {@link ImportService}. */
@Stateless
@Local(ImportService.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class ImportServiceBean implements ImportService {
  private static final Capability READ = Capability.LIBRARIES_ARTIFACTS_LIST;

  /** What is named to who may not know of which ecosystem an import is. */
  private static final String CREATE = "libraries.<ecosystem>.create";

  private final ImportRepository imports;
  private final Transactions transactions;
  private final ResourceWrites writes;
  private final Clock clock;

  @Inject
  public ImportServiceBean(
      ImportRepository imports, Transactions transactions, ResourceWrites writes, Clock clock) {
    this.imports = imports;
    this.transactions = transactions;
    this.writes = writes;
    this.clock = clock;
  }

  @Override
  public Import get(Caller caller, Uid uid) {
    caller.require(READ, uid);
    return shown(transactions.read(() -> stored(uid)));
  }

  @Override
  public List<ImportIssue> issues(Caller caller, Uid uid, int after, int limit) {
    caller.require(READ, uid);
    return transactions.read(() -> imports.issues(stored(uid).number(), after, limit));
  }

  @Override
  public Import cancel(Caller caller, Uid uid) {
    boolean reads = caller.visible(READ).stream().anyMatch(top -> top.covers(uid));
    Optional<ImportEntity> found = transactions.read(() -> imports.find(uid));
    requireCancelling(caller, uid, found, reads);
    Import before = found.orElseThrow(() -> imports.notFound(uid)).toRecord();
    if (before.state() == ImportState.CANCELLED) {
      return before;
    }
    return writes.update(
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
  }

  /**
   * Checks that the caller may cancel an import. Which capability that takes is known only of an
   * import that exists, so who may not read imports here gets one answer for all that it cannot
   * cancel, whether or not they exist.
   *
   * @param reads whether the caller may read imports here
   */
  private static void requireCancelling(
      Caller caller, Uid uid, Optional<ImportEntity> found, boolean reads) {
    if (reads) {
      found.ifPresent(stored -> caller.require(capability(stored), uid));
    } else if (found.filter(stored -> caller.grants().allows(capability(stored), uid)).isEmpty()) {
      throw PlatformException.permissionDenied(CREATE, uid);
    }
  }

  private ImportEntity stored(Uid uid) {
    return imports.find(uid).orElseThrow(() -> imports.notFound(uid));
  }

  private static Capability capability(ImportEntity stored) {
    return Capability.ofDottedName(stored.capability())
        .orElseThrow(() -> PlatformException.permissionDenied("this import cannot be cancelled"));
  }

  /** Shows an import whose server has ended as interrupted, although nobody has stored that yet. */
  private Import shown(ImportEntity stored) {
    Import shown = stored.toRecord();
    return stored.isAbandoned(clock.instant()) ? shown.interrupted() : shown;
  }
}
