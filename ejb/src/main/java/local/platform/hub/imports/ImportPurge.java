package local.platform.hub.imports;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import local.platform.foundation.resource.Purge;
import local.platform.foundation.transaction.Transactions;

/** Deletes the issues of deleted imports. */
@Dependent
public class ImportPurge implements Purge {
  private final ImportRepository imports;
  private final Transactions transactions;

  @Inject
  public ImportPurge(ImportRepository imports, Transactions transactions) {
    this.imports = imports;
    this.transactions = transactions;
  }

  @Override
  public void run() {
    Purge.all(
        "the issues of import",
        transactions.read(imports::remains),
        number -> transactions.write(attempt -> imports.purgeSome(number)));
  }
}
