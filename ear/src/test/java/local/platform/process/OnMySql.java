package local.platform.process;

import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.PlatformProcess;
import local.platform.db.testing.MySqlServer;

/** A server and its database. */
record OnMySql(
    MySqlServer mySql, DatabaseSettings database, PlatformProcess server, GrpcServer grpc)
    implements AutoCloseable {

  /** Starts MySQL, and a server on it without waiting until it is ready. */
  static OnMySql launch(PlatformProcess.Builder builder) {
    MySqlServer mySql = MySqlServer.start();
    DatabaseSettings database = mySql.createDatabase();
    PlatformProcess server = builder.on(database).launch();
    return new OnMySql(mySql, database, server, GrpcServer.at(server.grpcPort()));
  }

  @Override
  public void close() {
    grpc.close();
    server.close();
    mySql.close();
  }
}
