package local.platform.hub.imports;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.TypedQuery;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import local.platform.db.DatabaseVendor;
import local.platform.foundation.paging.ListSpec;
import local.platform.foundation.paging.SortField;
import local.platform.foundation.persistence.InList;
import local.platform.foundation.resource.GroupAttachment;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;
import local.platform.hub.imports.ImportEntity.Lease;
import org.hibernate.Session;

/** The repository of imports and their issues. */
@Dependent
public class ImportRepository extends ResourceRepository<ImportEntity, Import>
    implements GroupAttachment {
  private static final String INSERT_ISSUE =
      "INSERT INTO hub_import_issue (import_number, ordinal, line, reason, taken, record, field, description) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

  private static final String SELECT_ISSUES =
      "SELECT line, reason, taken, record, field, description FROM hub_import_issue WHERE import_number = ? AND ordinal > ? ORDER BY import_number, ordinal LIMIT ?";

  /** Most issues that one transaction deletes. The largest have 6 KiB. */
  static final int PURGED = 5_000;

  private static final String SELECT_ORDINAL =
      "SELECT ordinal FROM hub_import_issue WHERE import_number = ? ORDER BY ordinal LIMIT 1";

  private static final String DELETE_ISSUES =
      "DELETE FROM hub_import_issue WHERE import_number = ? AND ordinal < ?";

  @Inject
  public ImportRepository(EntityManager entityManager, DatabaseVendor vendor) {
    super(
        entityManager,
        vendor,
        ImportEntity.class,
        "Import",
        ParentKind.GROUP,
        ImportEntity::toRecord);
  }

  /**
   * Returns how imports are listed. Their partitions are the capabilities that read them.
   *
   * @param now tells which of them are shown as interrupted
   */
  ListSpec<Import> listSpec(Instant now) {
    return ListSpec.<Import>ofResources(
            "hub.imports",
            entityName(),
            ParentKind.GROUP,
            uids ->
                new InList("uids", uids)
                    .query(
                        entityManager(),
                        "select i from ImportEntity i where i.uid in (:uids)",
                        ImportEntity.class)
                    .getResultStream()
                    .map(each -> each.shownAt(now))
                    .toList())
        .sortableBy(List.of(SortField.UID, SortField.CREATE_TIME))
        .indexedBy("subject")
        .partitionedBy("reading")
        .build();
  }

  /** Work with a connection of the database. */
  @FunctionalInterface
  interface Work<T> {
    T run(Connection connection) throws SQLException;
  }

  /** Runs work with the connection of the current transaction. */
  <T> T withConnection(Work<T> work) {
    return entityManager().unwrap(Session.class).doReturningWork(work::run);
  }

  /** Returns whether a group exists. */
  boolean groupExists(Uid group) {
    return entityManager()
            .createQuery(
                "select count(*) from " + ParentKind.GROUP.entity() + " g where g.uid = :uid",
                Long.class)
            .setParameter("uid", group)
            .getSingleResult()
        > 0;
  }

  /** Finds and locks the running import of the same kind and subject in a group. */
  Optional<ImportEntity> findRunning(ImportRequest request) {
    return running(request)
        .setLockMode(LockModeType.PESSIMISTIC_WRITE)
        .getResultStream()
        .findFirst();
  }

  /** Finds the import of the same kind and subject in a group whose server has ended. */
  Optional<Uid> findAbandoned(ImportRequest request, Instant now) {
    return running(request)
        .getResultStream()
        .filter(each -> each.isAbandoned(now))
        .map(ImportEntity::uid)
        .findFirst();
  }

  /** Returns whether an import of the same kind and subject is running in a group. */
  boolean isRunning(ImportRequest request, Instant now) {
    return running(request).getResultStream().anyMatch(each -> !each.isAbandoned(now));
  }

  private TypedQuery<ImportEntity> running(ImportRequest request) {
    return entityManager()
        .createQuery(
            """
            select i from ImportEntity i
            where i.parentUid = :group and i.format = :format and i.subject = :subject
              and i.running = 1
            """,
            ImportEntity.class)
        .setParameter("group", request.group())
        .setParameter("format", request.format().kind().format())
        .setParameter("subject", request.format().subject());
  }

  /** Takes a shared lock on a group, and returns whether it exists. */
  boolean lockGroupShared(Uid group) {
    return lockShared(ParentKind.GROUP.entity(), group);
  }

  /** Returns how many batches of an import are stored; empty if it does not run on a server. */
  Optional<Long> batches(Uid uid, String node) {
    return entityManager()
        .createQuery(
            "select i.batches from ImportEntity i where i.uid = :uid and i.node = :node and i.running = 1",
            Long.class)
        .setParameter("uid", uid)
        .setParameter("node", node)
        .getResultStream()
        .findFirst();
  }

  /** Returns the running imports whose lease ended before a time. */
  List<Uid> findAbandoned(Instant now) {
    return entityManager()
        .createQuery(
            "select i.uid from ImportEntity i where i.running = 1 and i.leaseTime < :now",
            Uid.class)
        .setParameter("now", now)
        .getResultList();
  }

  /** Renews the leases of running imports of a server, which is no change of them. */
  void renew(Collection<Uid> uids, Lease lease) {
    entityManager()
        .createQuery(
            "update ImportEntity i set i.leaseTime = :until where i.uid in (:uids) and i.node = :node and i.running = 1")
        .setParameter("until", lease.end())
        .setParameter("uids", uids)
        .setParameter("node", lease.node())
        .executeUpdate();
  }

  /**
   * Stores issues.
   *
   * @param first ordinal of the first of them
   */
  void insertIssues(long number, int first, List<ImportIssue> issues) {
    withConnection(
        connection -> {
          try (PreparedStatement insert = connection.prepareStatement(INSERT_ISSUE)) {
            for (int i = 0; i < issues.size(); i++) {
              ImportIssue issue = issues.get(i);
              insert.setLong(1, number);
              insert.setInt(2, first + i);
              insert.setLong(3, issue.line());
              insert.setString(4, issue.reason());
              insert.setBoolean(5, issue.taken());
              insert.setString(6, issue.record());
              insert.setString(7, issue.field());
              insert.setString(8, issue.description());
              insert.addBatch();
            }
            return insert.executeBatch();
          }
        });
  }

  /**
   * Reads issues in their order.
   *
   * @param after ordinal after which to read; 0 for the beginning
   */
  List<ImportIssue> issues(long number, int after, int limit) {
    return withConnection(
        connection -> {
          try (PreparedStatement select = connection.prepareStatement(SELECT_ISSUES)) {
            select.setLong(1, number);
            select.setInt(2, after);
            select.setInt(3, limit);
            return issues(select);
          }
        });
  }

  private static List<ImportIssue> issues(PreparedStatement select) throws SQLException {
    List<ImportIssue> issues = new ArrayList<>();
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        issues.add(
            new ImportIssue(
                rows.getLong(1),
                rows.getString(2),
                rows.getBoolean(3),
                rows.getString(4),
                rows.getString(5),
                rows.getString(6)));
      }
    }
    return issues;
  }

  /**
   * Returns the imports of the same kind and subject in a group that are too many, the newest of
   * them first.
   *
   * @param kept how many newer ones there are
   * @param limit maximum number of uids
   */
  List<Uid> findOlder(ImportRequest request, int kept, int limit) {
    return entityManager()
        .createQuery(
            """
            select i.uid from ImportEntity i
            where i.parentUid = :group and i.format = :format and i.subject = :subject
              and i.running is null
            order by i.createTime desc, i.uid desc
            """,
            Uid.class)
        .setParameter("group", request.group())
        .setParameter("format", request.format().kind().format())
        .setParameter("subject", request.format().subject())
        .setFirstResult(kept)
        .setMaxResults(limit)
        .getResultList();
  }

  /** Deletes an import, which is locked. {@link ImportPurge} deletes its issues. */
  void delete(Write write, ImportEntity row) {
    leave(List.of(row.number()));
    write.delete(this, row);
  }

  @Override
  public void deleteAt(Write write, Uid group) {
    List<Long> numbers =
        entityManager()
            .createQuery(
                "select i.number from ImportEntity i where i.parentUid = :group", Long.class)
            .setParameter("group", group)
            .getResultList();
    leave(numbers);
    write.deleteAll(this, "parentUid", group);
  }

  /** Records that imports are deleted and their issues are not. */
  private void leave(List<Long> numbers) {
    withConnection(
        connection -> {
          try (PreparedStatement insert =
              connection.prepareStatement(
                  "INSERT INTO hub_import_remains (import_number) VALUES (?)")) {
            for (long number : numbers) {
              insert.setLong(1, number);
              insert.addBatch();
            }
            return insert.executeBatch();
          }
        });
  }

  /** Returns the numbers of the deleted imports whose issues are not deleted. */
  List<Long> remains() {
    return withConnection(
        connection -> {
          List<Long> numbers = new ArrayList<>();
          try (PreparedStatement select =
                  connection.prepareStatement(
                      "SELECT import_number FROM hub_import_remains ORDER BY import_number");
              ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
              numbers.add(rows.getLong(1));
            }
          }
          return numbers;
        });
  }

  /**
   * Deletes some issues of a deleted import, and what tells of it when there are none.
   *
   * @return whether there may be more
   */
  boolean purgeSome(long number) {
    return withConnection(
        connection -> {
          Optional<Integer> first = firstIssue(connection, number);
          if (first.isEmpty()) {
            execute(connection, "DELETE FROM hub_import_remains WHERE import_number = ?", number);
            return false;
          }
          execute(connection, DELETE_ISSUES, number, (long) first.get() + PURGED);
          return true;
        });
  }

  private static Optional<Integer> firstIssue(Connection connection, long number)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(SELECT_ORDINAL)) {
      select.setLong(1, number);
      try (ResultSet rows = select.executeQuery()) {
        return rows.next() ? Optional.of(rows.getInt(1)) : Optional.empty();
      }
    }
  }

  private static void execute(Connection connection, String sql, long... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setLong(i + 1, parameters[i]);
      }
      statement.executeUpdate();
    }
  }
}
