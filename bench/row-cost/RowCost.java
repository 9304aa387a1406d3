import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares layouts of the table of groups: how large it gets, and how long creates and pages take.
 * It needs the drivers alone and nothing of the product; the README beside it says how to run it.
 *
 * <p>All layouts get the same groups in the same order, and then take turns round by round, in one
 * order and then in the other, so that what changes in the machine changes all. What is printed of
 * a round's times is their ratio to those of today's layout in the same round. Every page is
 * compared with that of today's layout.
 */
public final class RowCost {
  private static final int LOAD_BATCH = 1_000;
  /** Groups after which the file of H2 is compacted. */
  private static final int COMPACTION = 50_000;

  private static final int PAGE = 50;

  /** Operations of a layout before the next one has its turn. */
  private static final int SLICE = 25;

  private static final LocalDateTime START = LocalDateTime.parse("2026-01-01T00:00:00");

  /** The databases, and the words in which they differ. */
  enum Vendor {
    MYSQL,
    H2;

    /** The product holds the parent itself on H2; on MySQL the foreign key does. */
    String hold() {
      return this == H2 ? " FOR UPDATE" : " FOR SHARE";
    }
  }

  /** The ways to store a group. */
  enum Layout {
    /** As the migrations make it: uids as text, twice in each index. */
    TODAY("root_uid", "parent_uid"),
    /** Uids as bytes, everything else as it is. */
    BINARY("root_uid", "parent_uid"),
    /** Uids as bytes; parent and root have a number, with which the indexes begin. */
    NUMBER("root_number", "parent_number"),
    /**
     * Uids as bytes; the indexes begin with eight bytes of the uid of parent or root, which are
     * random and so nearly always tell it alone: the range of its uids tells the rest.
     */
    KEY("root_key", "parent_key");

    final String root;
    final String parent;

    Layout(String root, String parent) {
      this.root = root;
      this.parent = parent;
    }

    boolean isText() {
      return this == TODAY;
    }

    /** The statements that create the table: those of a file in the working directory. */
    List<String> ddl(Vendor vendor) throws IOException {
      Path file =
          Path.of(vendor.name().toLowerCase(Locale.ROOT), name().toLowerCase(Locale.ROOT) + ".sql");
      return Arrays.stream(Files.readString(file).split(";\\R+"))
          .filter(statement -> !statement.isBlank())
          .toList();
    }

    /** The columns that say where a group lies, besides the uid. */
    List<String> placeColumns() {
      return switch (this) {
        case TODAY, BINARY -> List.of("root_uid", "parent_uid");
        case NUMBER -> List.of("root_number", "parent_number");
        case KEY -> List.of("root_key", "parent_uid", "parent_key");
      };
    }
  }

  /** A uid, in both forms. */
  record Uid(String text) {
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    static Uid root(Random random) {
      return new Uid(hex(random, 20));
    }

    Uid child(Random random) {
      return new Uid(text + "/" + hex(random, 8));
    }

    private static String hex(Random random, int length) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      return HexFormat.of().formatHex(bytes);
    }

    /** By hand, as in the product: every page converts some hundred uids. */
    byte[] bytes() {
      byte[] bytes = new byte[20 + 8 * depth()];
      int at = 0;
      for (int i = 0; i < bytes.length; i++) {
        if (i >= 20 && (i - 20) % 8 == 0) {
          at++;
        }
        bytes[i] = (byte) (nibble(text.charAt(at)) << 4 | nibble(text.charAt(at + 1)));
        at += 2;
      }
      return bytes;
    }

    private static int nibble(char digit) {
      return digit <= '9' ? digit - '0' : digit - 'a' + 10;
    }

    static String text(byte[] bytes) {
      byte[] text = new byte[40 + (bytes.length - 20) / 8 * 17];
      int at = 0;
      for (int i = 0; i < bytes.length; i++) {
        if (i >= 20 && (i - 20) % 8 == 0) {
          text[at++] = '/';
        }
        text[at++] = DIGITS[bytes[i] >> 4 & 15];
        text[at++] = DIGITS[bytes[i] & 15];
      }
      return new String(text, StandardCharsets.ISO_8859_1);
    }

    Uid root() {
      return new Uid(text.substring(0, 40));
    }

    int depth() {
      return (text.length() - 40) / 17;
    }

    /** Returns the end of everything below: the uid with a carry; null if there is none. */
    byte[] end() {
      byte[] end = bytes();
      for (int i = end.length - 1; i >= 0; i--) {
        if (++end[i] != 0) {
          return end;
        }
      }
      return null;
    }

    byte[] rootKey() {
      return Arrays.copyOf(bytes(), 8);
    }

    /** The last eight bytes. */
    byte[] key() {
      byte[] bytes = bytes();
      return Arrays.copyOfRange(bytes, bytes.length - 8, bytes.length);
    }
  }

  /** A group; the numbers are those that a sequence gives in the order of insertion, from 1. */
  record Group(int number, Uid uid, Group parent, int rootNumber, String name) {
    LocalDateTime time() {
      return START.plusSeconds(number);
    }
  }

  /**
   * One organization with nine tenths of the groups, and a hundred small ones. A group is created
   * anywhere below groups that exist, so its place in the indexes is anywhere. Most lie four or
   * five levels deep; some groups are wide.
   */
  static final class Forest {
    private static final int SMALL_ROOTS = 100;
    private static final int WIDE = 1_000;
    private final Random random = new Random(19);
    private final List<List<Group>> byDepth = new ArrayList<>();
    private final List<Group> small = new ArrayList<>();
    final List<Group> wide = new ArrayList<>();
    final List<Group> groups = new ArrayList<>();
    private int loaded;

    Forest() {
      for (int depth = 0; depth <= 5; depth++) {
        byDepth.add(new ArrayList<>());
      }
    }

    Group next() {
      Group group = make();
      groups.add(group);
      return group;
    }

    /** From now on what is created has no children, and is not chosen to be read. */
    void freeze() {
      loaded = groups.size();
    }

    private Group make() {
      int number = groups.size() + 1;
      String name = "team " + Integer.toString(random.nextInt(1 << 24), 36);
      if (number <= SMALL_ROOTS + 1) {
        Group root = new Group(number, Uid.root(random), null, number, name);
        (number == 1 ? byDepth.get(0) : small).add(root);
        return root;
      }
      double place = random.nextDouble();
      if (place < 0.1) {
        return child(small.get(random.nextInt(SMALL_ROOTS)), number, name);
      }
      if (place < 0.25 && wide.size() == WIDE) {
        return child(wide.get(random.nextInt(WIDE)), number, name);
      }
      double level = random.nextDouble();
      int depth = level < 0.001 ? 1 : level < 0.01 ? 2 : level < 0.1 ? 3 : level < 0.55 ? 4 : 5;
      while (byDepth.get(depth - 1).isEmpty()) {
        depth--;
      }
      List<Group> parents = byDepth.get(depth - 1);
      Group group = child(parents.get(random.nextInt(parents.size())), number, name);
      if (loaded == 0) {
        byDepth.get(depth).add(group);
        if (depth == 3 && wide.size() < WIDE) {
          wide.add(group);
        }
      }
      return group;
    }

    private Group child(Group parent, int number, String name) {
      return new Group(number, parent.uid().child(random), parent, parent.rootNumber(), name);
    }

    Group big() {
      return byDepth.get(0).get(0);
    }

    Group any(Random choice) {
      return groups.get(choice.nextInt(loaded));
    }

    Group atDepth(int depth, Random choice) {
      return byDepth.get(depth).get(choice.nextInt(byDepth.get(depth).size()));
    }
  }

  /** The table in one layout. */
  static final class Table {
    final Vendor vendor;
    final Layout layout;
    final Connection connection;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    Table(Vendor vendor, Layout layout, Connection connection) {
      this.vendor = vendor;
      this.layout = layout;
      this.connection = connection;
    }

    void execute(String sql) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }

    private PreparedStatement prepare(String sql) throws SQLException {
      PreparedStatement statement = statements.get(sql);
      if (statement == null) {
        statement = connection.prepareStatement(sql);
        statements.put(sql, statement);
      }
      return statement;
    }

    private ResultSet query(String sql, Object... parameters) throws SQLException {
      PreparedStatement statement = prepare(sql);
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      return statement.executeQuery();
    }

    private Object stored(Uid uid) {
      return layout.isText() ? uid.text() : uid.bytes();
    }

    private Object end(Uid uid) {
      return layout.isText() ? uid.text() + "0" : uid.end();
    }

    void load(List<Group> groups) throws SQLException {
      connection.setAutoCommit(false);
      String columns = (layout == Layout.NUMBER ? "number, " : "") + columns();
      try (PreparedStatement insert = connection.prepareStatement(insert(columns))) {
        int pending = 0;
        for (Group group : groups) {
          int at = 1;
          if (layout == Layout.NUMBER) {
            insert.setLong(at++, group.number());
          }
          bind(
              insert,
              at,
              group,
              group.rootNumber(),
              group.parent() == null ? null : (long) group.parent().number());
          insert.addBatch();
          if (++pending % LOAD_BATCH == 0) {
            insert.executeBatch();
            connection.commit();
          }
        }
        insert.executeBatch();
        connection.commit();
      }
    }

    /** Lets the next number be the one after this. */
    void startNumbersAfter(int number) throws SQLException {
      if (layout == Layout.NUMBER && vendor == Vendor.H2) {
        execute("ALTER TABLE resource_group ALTER COLUMN number RESTART WITH " + (number + 1));
      }
    }

    private String columns() {
      return "uid, "
          + String.join(", ", layout.placeColumns())
          + ", create_time, description, kind, name, update_time, version";
    }

    private static String insert(String columns) {
      return "INSERT INTO resource_group ("
          + columns
          + ") VALUES ("
          + columns.replaceAll("[a-z_]+", "?")
          + ")";
    }

    private void bind(
        PreparedStatement insert, int first, Group group, long rootNumber, Long parentNumber)
        throws SQLException {
      int at = first;
      Uid parent = group.parent() == null ? null : group.parent().uid();
      insert.setObject(at++, stored(group.uid()));
      for (String column : layout.placeColumns()) {
        insert.setObject(
            at++,
            switch (column) {
              case "root_uid" -> stored(group.uid().root());
              case "parent_uid" -> parent == null ? null : stored(parent);
              case "root_number" -> rootNumber;
              case "parent_number" -> parentNumber;
              case "root_key" -> group.uid().rootKey();
              case "parent_key" -> parent == null ? null : parent.key();
              default -> throw new IllegalStateException(column);
            });
      }
      insert.setObject(at++, group.time());
      insert.setString(at++, "what the group is for, in a few words");
      insert.setString(at++, null);
      insert.setString(at++, group.name());
      insert.setObject(at++, group.time());
      insert.setLong(at, 0);
    }

    /** A create of the product: one transaction, which is durable when it returns. */
    void create(Group group, boolean durable) throws SQLException {
      long rootNumber = 0;
      Long parentNumber = null;
      Uid parent = group.parent().uid();
      if (layout == Layout.NUMBER) {
        try (ResultSet row =
            query(
                "SELECT number, root_number FROM resource_group WHERE uid = ?" + vendor.hold(),
                stored(parent))) {
          row.next();
          parentNumber = row.getLong(1);
          rootNumber = row.getLong(2);
        }
      } else if (vendor == Vendor.H2) {
        try (ResultSet row =
            query("SELECT uid FROM resource_group WHERE uid = ? FOR UPDATE", stored(parent))) {
          row.next();
        }
      }
      PreparedStatement insert = prepare(insert(columns()));
      bind(insert, 1, group, rootNumber, parentNumber);
      insert.executeUpdate();
      connection.commit();
      if (durable && vendor == Vendor.H2) {
        execute("CHECKPOINT SYNC");
        connection.commit();
      }
    }

    /** The first page of the children of a group by name, with their number. */
    Page children(Group parent) throws SQLException {
      Object value = fixed(parent, layout.parent);
      try (ResultSet count =
          query(
              "SELECT COUNT(*) FROM resource_group WHERE " + fixedBy(layout.parent),
              parameters(value, parent.uid()))) {
        count.next();
        count.getLong(1);
      }
      return rows(
          keys(
              "SELECT uid, name FROM resource_group USE INDEX (ix_resource_group_parent_name) WHERE"
                  + " "
                  + fixedBy(layout.parent)
                  + " ORDER BY "
                  + layout.parent
                  + ", name, uid LIMIT ?",
              append(parameters(value, parent.uid()), PAGE + 1)));
    }

    /** A page of an organization by name, after a group. */
    Page organization(Group root, Group after) throws SQLException {
      Object value = fixed(root, layout.root);
      Object uid = stored(after.uid());
      return rows(
          keys(
              "SELECT uid, name FROM resource_group USE INDEX (ix_resource_group_root_name) WHERE "
                  + fixedBy(layout.root)
                  + " AND name >= ? AND (name > ? OR name = ? AND uid > ?) ORDER BY "
                  + layout.root
                  + ", name, uid LIMIT ?",
              append(
                  parameters(value, root.uid()),
                  after.name(),
                  after.name(),
                  after.name(),
                  uid,
                  PAGE + 1)));
    }

    /** A page of what is below a group, in the order of uids. */
    Page subtree(Group top) throws SQLException {
      return rows(
          keys(
              "SELECT uid, uid FROM resource_group WHERE (uid > ? AND uid < ?) ORDER BY uid LIMIT"
                  + " ?",
              stored(top.uid()),
              end(top.uid()),
              PAGE + 1));
    }

    /** A group by its uid. */
    Page get(Group group) throws SQLException {
      return rows(List.of(stored(group.uid())));
    }

    private Object fixed(Group group, String column) throws SQLException {
      switch (layout) {
        case TODAY:
        case BINARY:
          return stored(group.uid());
        case NUMBER:
          try (ResultSet row =
              query("SELECT number FROM resource_group WHERE uid = ?", stored(group.uid()))) {
            row.next();
            return row.getLong(1);
          }
        default:
          return column.equals("root_key") ? group.uid().rootKey() : group.uid().key();
      }
    }

    private String fixedBy(String column) {
      return column + " = ?" + (layout == Layout.KEY ? " AND uid >= ? AND uid < ?" : "");
    }

    private Object[] parameters(Object fixed, Uid uid) {
      return layout == Layout.KEY
          ? new Object[] {fixed, stored(uid), end(uid)}
          : new Object[] {fixed};
    }

    private static Object[] append(Object[] some, Object... more) {
      Object[] all = Arrays.copyOf(some, some.length + more.length);
      System.arraycopy(more, 0, all, some.length, more.length);
      return all;
    }

    /** The uids as they are stored: only what is answered is turned into text. */
    private List<Object> keys(String sql, Object... parameters) throws SQLException {
      List<Object> keys = new ArrayList<>();
      try (ResultSet row = query(sql, parameters)) {
        while (row.next()) {
          row.getObject(2);
          keys.add(key(row));
        }
      }
      return keys;
    }

    private Object key(ResultSet row) throws SQLException {
      return layout.isText() ? row.getString(1) : row.getBytes(1);
    }

    /** Reads the rows at some places. */
    private Page rows(List<Object> places) throws SQLException {
      List<Object> wanted = places.subList(0, Math.min(PAGE, places.size()));
      List<Object[]> found = new ArrayList<>();
      if (wanted.isEmpty()) {
        return new Page(wanted, found);
      }
      String in = wanted.size() == 1 ? " = ?" : " IN (" + "?, ".repeat(wanted.size() - 1) + "?)";
      try (ResultSet row =
          query(
              "SELECT " + columns() + " FROM resource_group WHERE uid" + in, wanted.toArray())) {
        int columns = row.getMetaData().getColumnCount();
        while (row.next()) {
          Object[] values = new Object[columns + 1];
          for (int i = 1; i <= columns; i++) {
            values[i] = row.getObject(i);
          }
          values[0] = row.getString("name") + " " + row.getString("create_time");
          found.add(values);
        }
      }
      return new Page(wanted, found);
    }

    /** The sizes in MB by the statistics of MySQL, which are brought up to date. */
    Map<String, Double> sizes() throws SQLException {
      Map<String, Double> sizes = new LinkedHashMap<>();
      if (vendor == Vendor.H2) {
        execute("ANALYZE");
        return sizes; // that of the file, once it is compact
      }
      execute("ANALYZE TABLE resource_group");
      execute("SET SESSION information_schema_stats_expiry = 0");
      try (ResultSet row =
          query(
              "SELECT data_length, index_length FROM information_schema.tables WHERE table_schema ="
                  + " DATABASE() AND table_name = 'resource_group'")) {
        row.next();
        sizes.put("data", row.getLong(1) / 1e6);
        sizes.put("indexes", row.getLong(2) / 1e6);
        sizes.put("both", (row.getLong(1) + row.getLong(2)) / 1e6);
      }
      try (ResultSet row =
          query(
              "SELECT index_name, stat_value * @@innodb_page_size FROM mysql.innodb_index_stats"
                  + " WHERE database_name = DATABASE() AND table_name = 'resource_group' AND"
                  + " stat_name = 'size' ORDER BY index_name")) {
        while (row.next()) {
          sizes.put(row.getString(1).replace("ix_resource_group_", ""), row.getLong(2) / 1e6);
        }
      }
      return sizes;
    }
  }

  /**
   * The content of a page.
   *
   * @param places the uids in their order, as they are stored
   * @param rows the rows in any order: a text of the values that no layout changes, and all values,
   *     of which the uid is the first
   */
  private record Page(List<Object> places, List<Object[]> rows) {
    static final Page NONE = new Page(List.of(), List.of());

    /** The rows as texts, in the order of the places. This is not timed. */
    List<String> texts() {
      Map<String, String> byUid = new HashMap<>();
      rows.forEach(row -> byUid.put(text(row[1]), text(row[1]) + " " + row[0]));
      return places.stream().map(place -> byUid.get(text(place))).toList();
    }

    private static String text(Object uid) {
      return uid instanceof byte[] bytes ? Uid.text(bytes) : (String) uid;
    }
  }

  /** The operations that are timed, for the same groups in every layout. */
  enum Operation {
    CREATE,
    INSERT,
    CHILDREN,
    ORGANIZATION,
    SUBTREE,
    GET;

    int times(Vendor vendor) {
      return switch (this) {
        case CREATE -> vendor == Vendor.H2 ? 150 : 1_000;
        case INSERT -> vendor == Vendor.H2 ? 1_000 : 0;
        // On H2, within this process, a page takes a tenth of a millisecond.
        case CHILDREN, ORGANIZATION, SUBTREE -> vendor == Vendor.H2 ? 4_000 : 400;
        case GET -> vendor == Vendor.H2 ? 20_000 : 2_000;
      };
    }

    Page run(Table table, Forest forest, Group group, Random choice) throws SQLException {
      return switch (this) {
        case CREATE, INSERT -> {
          table.create(group, this == CREATE);
          yield Page.NONE;
        }
        case CHILDREN -> table.children(forest.wide.get(choice.nextInt(forest.wide.size())));
        case ORGANIZATION -> table.organization(forest.big(), group);
        case SUBTREE -> table.subtree(forest.atDepth(2, choice));
        case GET -> table.get(group);
      };
    }
  }

  private final Vendor vendor;
  private final String where;
  private final int size;
  private final int rounds;

  private final List<Layout> layouts;

  private RowCost(Vendor vendor, String where, int size, int rounds, List<Layout> layouts) {
    this.vendor = vendor;
    this.layouts = layouts;
    this.where = where;
    this.size = size;
    this.rounds = rounds;
  }

  /**
   * Arguments: {@code mysql} and a URL, or {@code h2} and a directory; the number of groups; that
   * of rounds; and the layouts, today's first, if not all of them.
   */
  public static void main(String[] arguments) throws SQLException, IOException {
    List<Layout> layouts =
        Arrays.stream(arguments)
            .skip(4)
            .map(name -> Layout.valueOf(name.toUpperCase(Locale.ROOT)))
            .toList();
    new RowCost(
            Vendor.valueOf(arguments[0].toUpperCase(Locale.ROOT)),
            arguments[1],
            Integer.parseInt(arguments[2]),
            Integer.parseInt(arguments[3]),
            layouts.isEmpty() ? List.of(Layout.values()) : layouts)
        .run();
  }

  private void run() throws SQLException, IOException {
    Forest forest = new Forest();
    while (forest.groups.size() < size) {
      forest.next();
    }
    forest.freeze();
    System.out.printf(
        "%s: %,d groups, uids of %.1f characters on average, %d children of a wide group%n",
        vendor,
        size,
        forest.groups.stream()
            .mapToInt(group -> group.uid().text().length())
            .average()
            .orElseThrow(),
        forest.groups.stream().filter(group -> group.parent() == forest.wide.get(0)).count());
    Map<Layout, Double> megabytes = new EnumMap<>(Layout.class);
    for (Layout layout : layouts) {
      megabytes.put(layout, load(layout, forest.groups));
    }
    megabytes.forEach(
        (layout, size) ->
            System.out.printf(
                "%-8s %8.0f MB, %.3f of today's%n",
                layout, size, size / megabytes.get(Layout.TODAY)));
    compare(forest);
  }

  private double load(Layout layout, List<Group> groups) throws SQLException, IOException {
    if (vendor == Vendor.MYSQL) {
      try (Connection root = DriverManager.getConnection(where, "root", "");
          Statement statement = root.createStatement()) {
        statement.execute("DROP DATABASE IF EXISTS row_cost_" + layout);
        statement.execute("CREATE DATABASE row_cost_" + layout);
      }
    } else {
      Files.createDirectories(Path.of(where));
      Files.deleteIfExists(file(layout));
    }
    long begin = System.nanoTime();
    for (String ddl : layout.ddl(vendor)) {
      withTable(layout, table -> table.execute(ddl));
    }
    for (int from = 0; from < groups.size(); from += COMPACTION) {
      List<Group> some = groups.subList(from, Math.min(from + COMPACTION, groups.size()));
      withTable(
          layout,
          table -> {
            table.load(some);
            compact(table);
          });
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    Map<String, Double> sizes = new LinkedHashMap<>();
    withTable(
        layout,
        table -> {
          table.startNumbersAfter(groups.size());
          sizes.putAll(table.sizes());
          compact(table);
        });
    System.out.printf("%-8s loaded in %.0f s; MB: %s%n", layout, seconds, rounded(sizes));
    return vendor == Vendor.H2 ? Files.size(file(layout)) / 1e6 : sizes.get("both");
  }

  /** Something that is done with a table. */
  private interface Work {
    void run(Table table) throws SQLException;
  }

  private void withTable(Layout layout, Work work) throws SQLException {
    try (Connection connection = connect(layout, true)) {
      work.run(new Table(vendor, layout, connection));
    } catch (SQLException e) {
      // H2 was shut down before the connection was closed.
      if (vendor == Vendor.MYSQL || e.getErrorCode() != 90121 && e.getErrorCode() != 90098) {
        throw e;
      }
    }
  }

  /**
   * Makes the file of H2 as small as it can be. While groups go in anywhere, it grows by the pages
   * that they touch, a hundred times faster than by the groups.
   */
  private void compact(Table table) throws SQLException {
    if (vendor == Vendor.H2) {
      table.connection.commit();
      table.execute("SHUTDOWN COMPACT");
    }
  }

  private static String rounded(Map<String, Double> sizes) {
    return sizes.entrySet().stream()
        .map(size -> "%s %.0f".formatted(size.getKey(), size.getValue()))
        .collect(Collectors.joining(", "));
  }

  private Path file(Layout layout) {
    return Path.of(where).resolve(layout + ".mv.db");
  }

  /** With the properties of the product; a load writes to the file of H2 less often. */
  private Connection connect(Layout layout, boolean load) throws SQLException {
    if (vendor == Vendor.H2) {
      return DriverManager.getConnection(
          "jdbc:h2:file:"
              + Path.of(where).toAbsolutePath().resolve(layout.name())
              + ";LOCK_TIMEOUT=5000;OPTIMIZE_REUSE_RESULTS=0"
              + (load ? ";CACHE_SIZE=500000" : ""),
          "sa",
          "");
    }
    return DriverManager.getConnection(
        where
            + "row_cost_"
            + layout
            + "?sslMode=DISABLED&allowPublicKeyRetrieval=true&connectionTimeZone=UTC&forceConnectionTimeZoneToSession=true"
            + "&useServerPrepStmts=true&cachePrepStmts=true&prepStmtCacheSize=250&prepStmtCacheSqlLimit=4096"
            + "&rewriteBatchedStatements=true&useLocalSessionState=true&sessionVariables=transaction_isolation='READ-COMMITTED'",
        "root",
        "");
  }

  private void compare(Forest forest) throws SQLException {
    Map<Operation, Map<Layout, List<Double>>> micros = new EnumMap<>(Operation.class);
    // The first round is not counted: code is compiled, and pages come into memory.
    for (int round = 0; round <= rounds; round++) {
      long seed = 100_000L * round;
      Map<Operation, List<Group>> groups = new EnumMap<>(Operation.class);
      for (Operation operation : Operation.values()) {
        groups.put(operation, groups(operation, forest, seed));
      }
      List<Layout> turns = new ArrayList<>(layouts);
      if (round % 2 == 1) {
        Collections.reverse(turns);
      }
      Map<Layout, Turn> results = new EnumMap<>(Layout.class);
      if (vendor == Vendor.H2) {
        // It tidies up in the background: each layout has the processor to itself meanwhile.
        for (Layout layout : turns) {
          results.putAll(take(List.of(layout), forest, groups, seed));
        }
      } else {
        results.putAll(take(turns, forest, groups, seed));
      }
      if (round > 0) {
        results.forEach(
            (layout, turn) ->
                turn.micros()
                    .forEach(
                        (operation, time) ->
                            micros
                                .computeIfAbsent(operation, unused -> new EnumMap<>(Layout.class))
                                .computeIfAbsent(layout, unused -> new ArrayList<>())
                                .add(time)));
      }
      for (Layout layout : turns) {
        if (!results.get(layout).pages().equals(results.get(Layout.TODAY).pages())) {
          throw new IllegalStateException(layout + " does not answer as today's layout");
        }
      }
      System.out.printf("round %d of %d%n", round, rounds);
    }
    print(micros);
  }

  /** The turn of a layout in a round: how long each operation took, and what it answered. */
  private record Turn(Map<Operation, Double> micros, List<List<String>> pages) {
    Turn() {
      this(new EnumMap<>(Operation.class), new ArrayList<>());
    }
  }

  /** Some layouts take turns at every few operations. */
  private Map<Layout, Turn> take(
      List<Layout> layouts, Forest forest, Map<Operation, List<Group>> groups, long seed)
      throws SQLException {
    Map<Layout, Table> tables = new EnumMap<>(Layout.class);
    Map<Layout, Turn> turns = new EnumMap<>(Layout.class);
    for (Layout layout : layouts) {
      Connection connection = connect(layout, false);
      connection.setAutoCommit(false);
      tables.put(layout, new Table(vendor, layout, connection));
      turns.put(layout, new Turn());
      for (Operation operation :
          List.of(Operation.GET, Operation.CHILDREN, Operation.ORGANIZATION, Operation.SUBTREE)) {
        // Not counted: a new connection is as slow as a database that was just opened.
        run(tables.get(layout), operation, forest, groups(operation, forest, seed - 1), seed - 1);
      }
    }
    for (Operation operation : groups.keySet()) {
      List<Group> all = groups.get(operation);
      for (int from = 0; from < all.size(); from += SLICE) {
        List<Group> slice = all.subList(from, Math.min(from + SLICE, all.size()));
        for (Layout layout : layouts) {
          long begin = System.nanoTime();
          List<Page> pages = run(tables.get(layout), operation, forest, slice, seed + from);
          double micros = (System.nanoTime() - begin) / 1e3 / all.size();
          turns.get(layout).micros().merge(operation, micros, Double::sum);
          pages.forEach(page -> turns.get(layout).pages().add(page.texts()));
        }
      }
    }
    for (Table table : tables.values()) {
      table.connection.close();
    }
    return turns;
  }

  private static List<Page> run(
      Table table, Operation operation, Forest forest, List<Group> groups, long seed)
      throws SQLException {
    Random choice = new Random(seed);
    List<Page> pages = new ArrayList<>();
    for (Group group : groups) {
      pages.add(operation.run(table, forest, group, choice));
    }
    table.connection.commit();
    return pages;
  }

  private List<Group> groups(Operation operation, Forest forest, long seed) {
    Random choice = new Random(seed);
    return Stream.generate(
            () ->
                switch (operation) {
                  case CREATE, INSERT -> forest.next();
                  case ORGANIZATION -> inBig(forest, choice);
                  default -> forest.any(choice);
                })
        .limit(operation.times(vendor))
        .toList();
  }

  private static Group inBig(Forest forest, Random choice) {
    Group group = forest.any(choice);
    return group.rootNumber() == forest.big().number() ? group : inBig(forest, choice);
  }

  private static void print(Map<Operation, Map<Layout, List<Double>>> micros) {
    System.out.printf("%-14s %-8s %10s %22s%n", "", "", "us, median", "speed to today's");
    micros.forEach(
        (operation, layouts) ->
            layouts.forEach(
                (layout, times) -> {
                  List<Double> today = layouts.get(Layout.TODAY);
                  double[] ratios = new double[times.size()];
                  for (int i = 0; i < ratios.length; i++) {
                    ratios[i] = today.get(i) / times.get(i);
                  }
                  System.out.printf(
                      "%-14s %-8s %10.0f %8.2f (%.2f to %.2f)%n",
                      operation,
                      layout,
                      median(times.stream().mapToDouble(d -> d).toArray()),
                      median(ratios),
                      Arrays.stream(ratios).min().orElseThrow(),
                      Arrays.stream(ratios).max().orElseThrow());
                }));
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
