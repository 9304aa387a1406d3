package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MeasuredConnectionProviderTest {
  private final JdbcDataSource database = new JdbcDataSource();
  private final MeasuredConnectionProvider provider =
      new MeasuredConnectionProvider(2, PrimaryLease.unneeded());
  private final List<Duration> waits = new ArrayList<>();

  @BeforeEach
  void configure() {
    database.setURL("jdbc:h2:mem:");
    provider.setDataSource(database);
    provider.configure(Map.of());
    provider.onWait(waits::add);
  }

  @Test
  void noMoreAreLentThanAreConfigured() throws SQLException {
    Connection first = provider.getConnection();
    Connection second = provider.getConnection();

    assertThatExceptionOfType(SQLTransientConnectionException.class)
        .isThrownBy(provider::getConnection)
        .withMessage("all 2 connections are in use");
    assertThat(provider.lent()).isEqualTo(2);
    assertThat(waits).hasSize(3);
    assertThat(waits.get(2)).isGreaterThan(Duration.ofMillis(500));

    provider.closeConnection(first);
    provider.closeConnection(second);
    assertThat(provider.lent()).isZero();
  }

  @Test
  void whoWaitsGetsTheNextThatIsFree()
      throws SQLException, InterruptedException, ExecutionException, TimeoutException {
    provider.getConnection();
    Connection second = provider.getConnection();
    CompletableFuture<Boolean> third = new CompletableFuture<>();
    Thread waiter =
        new Thread(
            () -> {
              try (Connection connection = provider.getConnection()) {
                third.complete(connection.isValid(1));
              } catch (SQLException e) {
                third.completeExceptionally(e);
              }
            });
    waiter.start();
    while (waiter.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }

    provider.closeConnection(second);

    assertThat(third.get(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void oneThatCannotBeOpenedIsNotInUse() {
    database.setURL("jdbc:h2:file:/dev/null/database");

    assertThatExceptionOfType(SQLException.class).isThrownBy(provider::getConnection);
    assertThatExceptionOfType(SQLException.class).isThrownBy(provider::getConnection);
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(provider::getConnection)
        .isNotInstanceOf(SQLTransientConnectionException.class);
    assertThat(provider.lent()).isZero();
  }

  /** Payara's pool finds each of them only when it lends it again. */
  @Test
  void connectionsThatBrokeAreLeftBehind() throws SQLException {
    AtomicInteger broken = new AtomicInteger(2);
    MeasuredConnectionProvider others = new MeasuredConnectionProvider(2, PrimaryLease.unneeded());
    others.setDataSource(
        (DataSource)
            Proxy.newProxyInstance(
                MeasuredConnectionProviderTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> {
                  if (broken.getAndDecrement() > 0) {
                    throw new SQLException(
                        "Error in allocating a connection. Cause: This Managed Connection is not"
                            + " valid as the physical connection is not usable");
                  }
                  return database.getConnection();
                }));
    others.configure(Map.of());

    try (Connection connection = others.getConnection()) {
      assertThat(connection.isValid(1)).isTrue();
    }
    broken.set(4);
    assertThatExceptionOfType(SQLException.class).isThrownBy(others::getConnection);
    assertThat(broken).hasValue(1);
    assertThat(others.lent()).isEqualTo(1);
  }

  /** Payara's does so if two threads are the first to use it after all connections broke. */
  @Test
  void aPoolThatIsNotReadyIsADatabaseThatCannotBeReached() {
    MeasuredConnectionProvider empty = new MeasuredConnectionProvider(2, PrimaryLease.unneeded());
    empty.setDataSource(
        (DataSource)
            Proxy.newProxyInstance(
                MeasuredConnectionProviderTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> {
                  throw new IllegalStateException("Task already scheduled or cancelled");
                }));
    empty.configure(Map.of());

    assertThatExceptionOfType(SQLTransientConnectionException.class)
        .isThrownBy(empty::getConnection);
    assertThat(empty.lent()).isZero();
  }
}
