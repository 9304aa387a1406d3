package local.platform.db;

import java.lang.reflect.Proxy;
import java.util.Optional;
import javax.sql.DataSource;
import local.platform.config.DatabaseSettings;
import local.platform.db.testing.FaultyDisk;

/** Makes connections to databases on disks that fail, as {@link PlatformDataSource} does. */
public final class FaultyDatabases {
  private FaultyDatabases() {}

  /**
   * Returns the database on a disk.
   *
   * @param known what it knows of the disk
   */
  static EmbeddedDatabase database(FaultyDisk disk, DataDisk known) {
    return new EmbeddedDatabase(
        new DatabaseSettings(disk.url(), "sa", "", 2), Optional.of(disk.file()), known);
  }

  /** Returns the data source of the database on a disk, which knows whether there is room. */
  public static DataSource dataSource(FaultyDisk disk) {
    DataDisk known =
        new DataDisk(
            disk::hasRoom,
            () -> {
              if (!disk.hasRoom()) {
                throw FaultyDisk.full();
              }
            });
    EmbeddedDatabase database = database(disk, known);
    return (DataSource)
        Proxy.newProxyInstance(
            FaultyDatabases.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getConnection" -> database.connect();
                  case "getLoginTimeout" -> 0;
                  default -> null;
                });
  }
}
