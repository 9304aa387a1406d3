package local.platform.foundation.resource;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.persistence.TimeColumn;
import local.platform.foundation.resource.IdempotencyKey.Written;
import local.platform.foundation.resource.Write.Row;
import local.platform.foundation.time.DatabaseClock;
import local.platform.foundation.transaction.DatabaseFailure;
import local.platform.foundation.transaction.DatabaseFailure.Kind;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import org.hibernate.Session;

/**
 * The keys of requests that have written, in the table {@code idempotency_key}. A row is stored and
 * completed in the transaction of the write, so that it exists exactly if the write was committed.
 * The statements bypass Hibernate, whose session cannot be used after a violated key.
 */
@Dependent
public class IdempotencyKeys {
  /** How long a key is kept. */
  static final Duration KEPT = Duration.ofHours(24);

  private static final int BATCH = 500;
  private static final String LINE_END = "\n";

  private static final String INSERT =
      "INSERT INTO idempotency_key (claim, request_hash, create_time, identity_uid, key_hash, written) VALUES (?, ?, ?, ?, ?, '')";

  private static final String TAKE_OVER =
      "UPDATE idempotency_key SET claim = ?, request_hash = ?, create_time = ?, written = '' WHERE identity_uid = ? AND key_hash = ? AND create_time < ?";

  private static final String SELECT =
      "SELECT claim, request_hash, create_time, written FROM idempotency_key WHERE identity_uid = ? AND key_hash = ?";

  private static final String COMPLETE =
      "UPDATE idempotency_key SET written = ? WHERE identity_uid = ? AND key_hash = ?";

  private static final String SELECT_OLD =
      "SELECT 1 FROM idempotency_key WHERE create_time < ? LIMIT 1";

  private static final String DELETE_OLD =
      "DELETE FROM idempotency_key WHERE create_time < ? LIMIT " + BATCH;

  private final EntityManager entityManager;
  private final Transactions transactions;
  private final Clock clock;
  private final DatabaseClock databaseClock;

  @Inject
  public IdempotencyKeys(
      EntityManager entityManager,
      Transactions transactions,
      Clock clock,
      DatabaseClock databaseClock) {
    this.entityManager = entityManager;
    this.transactions = transactions;
    this.clock = clock;
    this.databaseClock = databaseClock;
  }

  /**
   * The result of an earlier request with the same key.
   *
   * @param own whether it is the same request, of which an earlier attempt was committed
   * @param written the rows that it was to write, in its order
   */
  record Earlier(boolean own, List<Written> written) {}

  /**
   * A stored row, as a request with its key sees it.
   *
   * @param own whether the request has stored it
   * @param same whether it is of the same request
   * @param time when it was stored
   * @param written what was written, as text
   */
  private record Stored(boolean own, boolean same, Instant time, String written) {}

  /** Does something with the connection of the current transaction. */
  @FunctionalInterface
  private interface Statements<T> {
    T run(Connection connection) throws SQLException;
  }

  /**
   * Claims a key for a request, as the first statement of its transaction. While another request
   * with the same key has not committed, this one waits for it.
   *
   * @param identity the caller, to which the key belongs
   * @return what a request with this key has written; empty if there is none, and this one is to
   *     write
   * @throws PlatformException ALREADY_EXISTS if the key was used for another request
   */
  Optional<Earlier> claim(Uid identity, IdempotencyKey key) {
    Optional<Stored> stored = run(connection -> claim(connection, identity, key));
    if (stored.isEmpty()) {
      return Optional.empty();
    }
    if (!stored.get().same()) {
      throw PlatformException.keyReused();
    }
    return Optional.of(new Earlier(stored.get().own(), rows(stored.get().written())));
  }

  /** Stores a row for the key; returns the one that is there if that one is still kept. */
  private Optional<Stored> claim(Connection connection, Uid identity, IdempotencyKey key)
      throws SQLException {
    Instant now = clock.instant();
    Instant oldest = oldest();
    while (true) {
      if (isInserted(connection, identity, key, now)) {
        return Optional.empty();
      }
      Optional<Stored> stored = find(connection, identity, key);
      if (stored.filter(row -> !row.time().isBefore(oldest)).isPresent()) {
        return stored;
      }
      // It is too old and not deleted yet, or was deleted just now.
      if (isTakenOver(connection, identity, key, now, oldest)) {
        return Optional.empty();
      }
    }
  }

  /**
   * Returns when the oldest keys that are kept were stored. A node whose clock is wrong keeps all:
   * it would forget those of other nodes, whose clients would then write twice.
   */
  private Instant oldest() {
    return databaseClock.problem().isPresent() ? Instant.EPOCH : clock.instant().minus(KEPT);
  }

  private static boolean isInserted(
      Connection connection, Uid identity, IdempotencyKey key, Instant now) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      setRow(insert, identity, key, now);
      insert.executeUpdate();
      return true;
    } catch (SQLException e) {
      // Both databases undo only the statement.
      if (DatabaseFailure.of(e).kind() == Kind.DUPLICATE) {
        return false;
      }
      throw e;
    }
  }

  private static boolean isTakenOver(
      Connection connection, Uid identity, IdempotencyKey key, Instant now, Instant oldest)
      throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(TAKE_OVER)) {
      setRow(update, identity, key, now);
      TimeColumn.set(update, 6, oldest);
      return update.executeUpdate() == 1;
    }
  }

  private static void setRow(
      PreparedStatement statement, Uid identity, IdempotencyKey key, Instant now)
      throws SQLException {
    statement.setBytes(1, key.claim());
    statement.setBytes(2, key.request());
    TimeColumn.set(statement, 3, now);
    statement.setBytes(4, identity.bytes());
    statement.setBytes(5, key.key());
  }

  private static Optional<Stored> find(Connection connection, Uid identity, IdempotencyKey key)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(SELECT)) {
      select.setBytes(1, identity.bytes());
      select.setBytes(2, key.key());
      try (ResultSet row = select.executeQuery()) {
        return row.next()
            ? Optional.of(
                new Stored(
                    Arrays.equals(row.getBytes(1), key.claim()),
                    Arrays.equals(row.getBytes(2), key.request()),
                    TimeColumn.get(row, 3),
                    row.getString(4)))
            : Optional.empty();
      }
    }
  }

  /** Notes what a request has written that has claimed its key, in the same transaction. */
  void complete(Uid identity, IdempotencyKey key, Write write) {
    String text =
        write.requested().stream()
            .map(row -> line(row, write.created(row)))
            .collect(Collectors.joining(LINE_END));
    int rows =
        run(
            connection -> {
              try (PreparedStatement update = connection.prepareStatement(COMPLETE)) {
                update.setString(1, text);
                update.setBytes(2, identity.bytes());
                update.setBytes(3, key.key());
                return update.executeUpdate();
              }
            });
    if (rows != 1) {
      throw new IllegalStateException("the claimed key is gone");
    }
  }

  private static String line(Row row, Optional<Instant> createTime) {
    return row.kind()
        + " "
        + row.uid()
        + createTime.map(time -> " " + time.toEpochMilli()).orElse("");
  }

  private static List<Written> rows(String text) {
    return text.lines().map(IdempotencyKeys::row).toList();
  }

  private static Written row(String line) {
    List<String> parts = List.of(line.split(" ", -1));
    return new Written(
        Uid.parse(parts.get(1)).orElseThrow(),
        parts.stream().skip(2).map(Long::parseLong).map(Instant::ofEpochMilli).findFirst());
  }

  /** Deletes the keys that are kept no longer, in batches. */
  public void deleteOld() {
    databaseClock.compare();
    Instant oldest = oldest();
    while (transactions.read(() -> isAnyOlder(oldest))) {
      transactions.write(attempt -> deleteSome(oldest));
    }
  }

  private boolean isAnyOlder(Instant oldest) {
    return run(
        connection -> {
          try (PreparedStatement select = connection.prepareStatement(SELECT_OLD)) {
            TimeColumn.set(select, 1, oldest);
            try (ResultSet row = select.executeQuery()) {
              return row.next();
            }
          }
        });
  }

  private int deleteSome(Instant oldest) {
    return run(
        connection -> {
          try (PreparedStatement delete = connection.prepareStatement(DELETE_OLD)) {
            TimeColumn.set(delete, 1, oldest);
            return delete.executeUpdate();
          }
        });
  }

  private <T> T run(Statements<T> statements) {
    return entityManager.unwrap(Session.class).doReturningWork(statements::run);
  }
}
