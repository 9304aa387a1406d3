package local.platform.foundation.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.persistence.EntityManager;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import local.platform.db.DatabaseVendor;
import local.platform.db.PrimaryLease;
import local.platform.foundation.error.PlatformException;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** Commits that a group of MySQL servers refuses, which say nothing of a broken connection. */
class RefusedCommitsTest {
  private static final int ROLLED_BACK_BY_PLUGIN = 3101;
  private static final int REPLICATION_HOOK_FAILED = 3100;
  private static final int ERROR_DURING_COMMIT = 1180;

  private final Queue<Integer> refusals = new ArrayDeque<>();
  private final List<Boolean> mayHaveCommitted = new ArrayList<>();
  private final Transactions transactions =
      new Transactions(
          stub(UserTransaction.class),
          new WritePlaces(2, PrimaryLease.unneeded()),
          stub(EntityManager.class),
          new CommitDurability(DatabaseVendor.MYSQL, new JdbcDataSource()),
          new CommitOutcomes(DatabaseVendor.MYSQL, PrimaryLease.unneeded()));

  /** A member that leaves the group says the same, and then the others may have the write. */
  @Test
  void whatTheGroupHasRolledBackMayHaveHappened() {
    refusals.add(ROLLED_BACK_BY_PLUGIN);

    assertThat(write()).isEqualTo("done");
    assertThat(mayHaveCommitted).containsExactly(false, true);
  }

  @Test
  void whatCollidedWithinTheGroupHasNotHappened() {
    refusals.add(ERROR_DURING_COMMIT);

    assertThat(write()).isEqualTo("done");
    assertThat(mayHaveCommitted).containsExactly(false, false);
  }

  @Test
  void whatWasNotPassedToTheGroupHasNotHappenedAndIsTriedOnceMore() {
    refusals.addAll(List.of(REPLICATION_HOOK_FAILED, REPLICATION_HOOK_FAILED));

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(this::write)
        .withMessageContaining("too large: delete or change less at once")
        .extracting(PlatformException::reason)
        .isEqualTo("UNAVAILABLE");
    assertThat(mayHaveCommitted).containsExactly(false, false);
  }

  @Test
  void anUnknownOutcomeIsFoundOutAlsoWhenTheGroupRefusesTheNextAttempts() {
    refusals.addAll(
        List.of(ROLLED_BACK_BY_PLUGIN, REPLICATION_HOOK_FAILED, REPLICATION_HOOK_FAILED));

    assertThat(write()).isEqualTo("done");
    assertThat(mayHaveCommitted).containsExactly(false, true, true, true);
  }

  private String write() {
    return transactions.write(
        attempt -> {
          mayHaveCommitted.add(attempt.mayHaveCommitted());
          return "done";
        });
  }

  /** Returns one that does nothing, but fails commits as planned. */
  private <T> T stub(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Integer refusal = method.getName().equals("commit") ? refusals.poll() : null;
              if (refusal != null) {
                RollbackException failure = new RollbackException("refused");
                failure.initCause(new SQLException("refused", "HY000", refusal));
                throw failure;
              }
              return method.getName().equals("getStatus") ? Status.STATUS_ACTIVE : null;
            }));
  }
}
