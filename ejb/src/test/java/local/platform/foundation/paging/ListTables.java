package local.platform.foundation.paging;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import local.platform.config.Configuration;
import local.platform.db.DatabaseVendor;
import local.platform.db.PlatformDataSource;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.encryption.KeyEncryptionKey;
import local.platform.foundation.paging.Condition.Child;
import local.platform.foundation.paging.ItemColumns.Item;
import local.platform.foundation.paging.ListSpec.Rows;
import local.platform.foundation.paging.Placement.Everywhere;
import local.platform.foundation.paging.Placement.InGroup;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.time.ChangeTimes;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.testing.QueryMeter;
import local.platform.testing.QueryMeter.Reading;
import local.platform.testing.SqlParameters;
import local.platform.testing.TestServices;
import org.hibernate.cfg.AvailableSettings;
import org.jspecify.annotations.Nullable;

/** Lists of tables that only tests have, in a database of their own. */
final class ListTables implements AutoCloseable {
  static final Child UNINDEXED_ALIASES = new Child("AliasEntity", "itemUid", "uid");

  static final Child ALIASES = UNINDEXED_ALIASES.indexedBy("alias");

  /** The same rows, by the number of the item to which they refer. */
  static final Child NUMBERED_ALIASES =
      new Child("AliasEntity", "itemNumber", "number").indexedBy("alias");

  /** The columns by which items can be ordered. */
  static final List<SortField> SORTABLE =
      Stream.concat(
              SortField.COMMON.stream(),
              Stream.of(SortField.ofNullable("deleteTime", ColumnType.TIME, "delete_time")))
          .toList();

  /** The columns of both tables of items. */
  private static final String ITEM =
      """
      CREATE TABLE %s (uid UID PRIMARY KEY, root_uid UID NOT NULL, parent_uid UID,
        name TEXT NOT NULL, status TEXT NOT NULL, delete_time TIME NULL, hidden BOOLEAN NOT NULL,
        form SMALLINT NULL, create_time TIME NOT NULL, update_time TIME NOT NULL,
        version BIGINT NOT NULL, number BIGINT NOT NULL UNIQUE, flags INT NOT NULL,
        search_text TEXT NOT NULL)
      """;

  private static final String UID = "VARBINARY(132)";
  private static final String TEXT = "VARCHAR(278)";
  private static final List<String> TABLES =
      List.of(
          ITEM.formatted("item"),
          ITEM.formatted("form_item"),
          """
          CREATE TABLE item_alias (id BIGINT PRIMARY KEY, root_uid UID NOT NULL,
            item_uid UID NOT NULL, item_number BIGINT NOT NULL, alias TEXT NOT NULL)
          """,
          """
          CREATE TABLE fact (id TEXT PRIMARY KEY, root_uid UID NOT NULL, group_uid UID NOT NULL,
            name TEXT NOT NULL)
          """,
          "CREATE TABLE line (line_number BIGINT PRIMARY KEY, name TEXT NOT NULL)",
          "CREATE INDEX ix_item_parent_uid ON item (parent_uid, uid)",
          "CREATE INDEX ix_item_alias_root_alias ON item_alias (root_uid, alias, item_uid)",
          "CREATE INDEX ix_item_alias_item ON item_alias (item_uid, alias)",
          "CREATE INDEX ix_item_alias_root_number ON item_alias (root_uid, alias, item_number)",
          "CREATE INDEX ix_item_alias_number ON item_alias (item_number, alias)",
          "CREATE INDEX ix_fact_root_id ON fact (root_uid, id)",
          "CREATE INDEX ix_fact_group_id ON fact (group_uid, id)",
          "CREATE INDEX ix_fact_root_name ON fact (root_uid, name, id)",
          "CREATE INDEX ix_line_name ON line (name, line_number)");

  private final DatabaseVendor vendor;
  private final QueryMeter meter;
  private final HikariDataSource dataSource;
  private final EntityManagerFactory factory;
  private final EntityManager entityManager;
  private final Lister lister;

  ListTables(TestDatabase database) {
    this.vendor = database.vendor();
    this.meter = new QueryMeter(vendor);
    HikariConfig pool = new HikariConfig();
    pool.setDataSource(meter.meter(new PlatformDataSource(database.create())));
    pool.setMaximumPoolSize(2);
    this.dataSource = new HikariDataSource(pool);
    for (String table : TABLES) {
      execute(table);
    }
    for (String column :
        List.of("name", "create_time", "update_time", "status", "delete_time", "hidden")) {
      for (String scope : List.of("root", "parent")) {
        execute(
            "CREATE INDEX ix_item_%s_%s ON item (%s_uid, %s, uid)"
                .formatted(scope, column.replace("_time", ""), scope, column));
        execute(
            "CREATE INDEX ix_form_item_%s_%s ON form_item (%s_uid, form, %s, uid)"
                .formatted(scope, column.replace("_time", ""), scope, column));
      }
    }
    for (String scope : List.of("root", "parent")) {
      execute(
          "CREATE INDEX ix_form_item_%s_uid ON form_item (%s_uid, form, uid)"
              .formatted(scope, scope));
    }
    org.hibernate.cfg.Configuration hibernate = new org.hibernate.cfg.Configuration();
    List.of(
            ItemEntity.class,
            FormItemEntity.class,
            AliasEntity.class,
            FactEntity.class,
            LineEntity.class)
        .forEach(hibernate::addAnnotatedClass);
    hibernate.getProperties().put(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, dataSource);
    this.factory = hibernate.buildSessionFactory();
    this.entityManager = sharedEntityManager();
    Configuration configuration = TestServices.configuration(Map.of());
    KeyEncryptionKey key = new KeyEncryptionKey(configuration);
    Clock clock = Clock.systemUTC();
    this.lister =
        new Lister(
            entityManager,
            vendor,
            new ChangeTimes(entityManager, clock),
            new SharedCounts(entityManager, vendor, configuration),
            new PageTokens(key),
            clock);
  }

  private EntityManager sharedEntityManager() {
    EntityManager only = factory.createEntityManager();
    return (EntityManager)
        Proxy.newProxyInstance(
            EntityManager.class.getClassLoader(),
            new Class<?>[] {EntityManager.class},
            (proxy, method, arguments) -> {
              only.clear();
              try {
                return method.invoke(only, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /**
   * A row of the items, of both tables.
   *
   * @param form its partition; null for one that is in no list
   * @param aliases the texts of the rows that refer to it
   * @param flags a set of bits
   */
  record ItemRow(
      Uid uid,
      String name,
      String status,
      @Nullable Instant deleteTime,
      boolean hidden,
      @Nullable Integer form,
      Instant createTime,
      Instant updateTime,
      Set<String> aliases,
      int flags) {
    String searchText() {
      return (name + "\n" + status).toLowerCase(Locale.ROOT);
    }
  }

  ListSpec<Item> items() {
    return buildItems().indexedBy("status", "hidden").build();
  }

  /** Begins the list of items, with no more indexes than those of its orders. */
  ListSpec.Builder<Item> buildItems() {
    return ListSpec.ofResources(
            "test.items", "ItemEntity", ParentKind.GROUP, uids -> loadItems("ItemEntity", uids))
        .sortableBy(SORTABLE)
        .ofEntities(ItemColumns.class, ItemColumns::toRecord);
  }

  /** The same items, partitioned by their form, which are read after their positions. */
  ListSpec<Item> formItems() {
    return buildFormItems().indexedBy("status", "hidden").build();
  }

  /** Begins that list, with no more indexes than those of its orders. */
  ListSpec.Builder<Item> buildFormItems() {
    return ListSpec.ofResources(
            "test.form_items",
            "FormItemEntity",
            ParentKind.GROUP,
            uids -> loadItems("FormItemEntity", uids))
        .sortableBy(SORTABLE)
        .partitionedBy("form");
  }

  private List<Item> loadItems(String entity, Collection<Uid> uids) {
    return load(entity, "uid", uids, ItemColumns.class).stream()
        .map(ItemColumns::toRecord)
        .toList();
  }

  ListSpec<String> facts() {
    SortField id = SortField.of("id", ColumnType.TEXT, "id");
    return ListSpec.of(
            "test.facts",
            "FactEntity",
            new InGroup("groupUid"),
            new Rows<String>(
                id,
                key -> key,
                keys ->
                    load("FactEntity", "id", keys, FactEntity.class).stream()
                        .map(FactEntity::id)
                        .toList()))
        .sortableBy(List.of(id, SortField.NAME))
        .build();
  }

  ListSpec<Long> lines() {
    SortField number = SortField.of("lineNumber", ColumnType.NUMBER, "line_number");
    return ListSpec.of(
            "test.lines",
            "LineEntity",
            new Everywhere(),
            new Rows<Long>(
                number,
                key -> key,
                keys ->
                    load("LineEntity", "lineNumber", keys, LineEntity.class).stream()
                        .map(LineEntity::lineNumber)
                        .toList()))
        .sortableBy(List.of(number, SortField.NAME))
        .build();
  }

  private <E> List<E> load(String entity, String key, Collection<?> keys, Class<E> type) {
    return entityManager
        .createQuery("select e from " + entity + " e where e." + key + " in (:keys)", type)
        .setParameter("keys", keys)
        .getResultList();
  }

  /** Reads a page. */
  <R> Page<R> page(
      ListSpec<R> spec,
      List<Uid> visible,
      UidpFilter uidp,
      List<Condition> conditions,
      PageRequest request) {
    return page(spec, visible, new ListFilter(uidp, conditions), request);
  }

  /** Reads a page. */
  <R> Page<R> page(ListSpec<R> spec, List<Uid> visible, ListFilter filter, PageRequest request) {
    return lister.list("reader", visible, spec, filter, request);
  }

  /** Reads a whole list without pages. */
  <R> List<R> walk(
      ListSpec<R> spec, List<Uid> visible, UidpFilter uidp, List<Condition> conditions) {
    return walk(spec, visible, new ListFilter(uidp, conditions));
  }

  /** Reads a whole list without pages. */
  <R> List<R> walk(ListSpec<R> spec, List<Uid> visible, ListFilter filter) {
    List<R> rows = new ArrayList<>();
    lister.walk(visible, spec, filter, Window.ALL, rows::add);
    return rows;
  }

  /** Runs the work; returns what each of its queries read. */
  List<Reading> measure(Runnable work) {
    return meter.measure(work);
  }

  void insertItems(List<ItemRow> rows) {
    for (String table : List.of("item", "form_item")) {
      insertItems(table, rows);
    }
    List<@Nullable Object[]> aliases = new ArrayList<>();
    for (int number = 0; number < rows.size(); number++) {
      Uid uid = rows.get(number).uid();
      for (String alias : rows.get(number).aliases()) {
        aliases.add(new Object[] {(long) aliases.size(), uid.root(), uid, (long) number, alias});
      }
    }
    insert(
        "INSERT INTO item_alias (id, root_uid, item_uid, item_number, alias) VALUES (?, ?, ?, ?, ?)",
        aliases);
  }

  private void insertItems(String table, List<ItemRow> rows) {
    insert(
        "INSERT INTO "
            + table
            + " (uid, root_uid, parent_uid, name, status, delete_time, hidden, form, create_time,"
            + " update_time, version, number, flags, search_text)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)",
        IntStream.range(0, rows.size())
            .mapToObj(number -> columns(rows.get(number), number))
            .toList());
  }

  private static @Nullable Object[] columns(ItemRow row, long number) {
    return new @Nullable Object[] {
      row.uid(),
      row.uid().root(),
      row.uid().parent().orElse(null),
      row.name(),
      row.status(),
      row.deleteTime(),
      row.hidden(),
      row.form(),
      row.createTime(),
      row.updateTime(),
      number,
      row.flags(),
      row.searchText()
    };
  }

  /** Inserts facts, given by their ids, each with its group and name. */
  void insertFacts(Map<String, Map.Entry<Uid, String>> facts) {
    insert(
        "INSERT INTO fact (id, root_uid, group_uid, name) VALUES (?, ?, ?, ?)",
        facts.entrySet().stream()
            .map(
                fact ->
                    new @Nullable Object[] {
                      fact.getKey(),
                      fact.getValue().getKey().root(),
                      fact.getValue().getKey(),
                      fact.getValue().getValue()
                    })
            .toList());
  }

  /** Inserts lines, given by their numbers, each with its name. */
  void insertLines(Map<Long, String> lines) {
    insert(
        "INSERT INTO line (line_number, name) VALUES (?, ?)",
        lines.entrySet().stream()
            .map(line -> new @Nullable Object[] {line.getKey(), line.getValue()})
            .toList());
  }

  private void insert(String sql, List<@Nullable Object[]> rows) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      connection.setAutoCommit(false);
      int pending = 0;
      for (@Nullable Object[] row : rows) {
        SqlParameters.set(insert, row);
        insert.addBatch();
        pending++;
        if (pending % 1_000 == 0 || pending == rows.size()) {
          insert.executeBatch();
        }
      }
      connection.commit();
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Updates the statistics from which the database makes its plans, as on a server in use. */
  void analyze() {
    execute(
        vendor == DatabaseVendor.MYSQL
            ? "ANALYZE TABLE item, form_item, item_alias, fact, line"
            : "ANALYZE");
  }

  private void execute(String sql) {
    String text =
        vendor == DatabaseVendor.MYSQL ? TEXT + " CHARACTER SET ascii COLLATE ascii_bin" : TEXT;
    String time = vendor == DatabaseVendor.MYSQL ? "DATETIME(6)" : "TIMESTAMP(6)";
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          sql.replace("UID", UID).replace("TEXT", text).replace(" TIME ", " " + time + " "));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    factory.close();
    dataSource.close();
  }

  /** Returns a filter that matches all places. */
  static UidpFilter everything() {
    return UidpFilter.NONE;
  }

  static UidpFilter below(Uid uid) {
    return new UidpFilter(
        Optional.empty(), Optional.of(uid), Optional.empty(), false, Optional.empty());
  }

  static UidpFilter children(Uid uid) {
    return new UidpFilter(
        Optional.empty(), Optional.empty(), Optional.of(uid), false, Optional.empty());
  }
}
