package local.platform.command;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import local.platform.access.token.StoredSigningKeys;
import local.platform.config.ConfigKey;
import local.platform.config.Configuration;
import local.platform.db.DataFiles;
import local.platform.db.ExistingDatabase;
import local.platform.db.UnsupportedDatabaseException;
import local.platform.foundation.encryption.KeyEncryptionKey;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.time.ClockProducer;
import local.platform.foundation.validation.FieldRules;

/**
 * Checks before the application server boots whether the machine and the database provide what the
 * server needs. What only the start itself can show, such as whether a migration succeeds, is not
 * checked.
 */
final class StartCheck {
  private final Configuration configuration;
  private final boolean micro;

  /**
   * Creates a check.
   *
   * @param micro whether the server would be Payara Micro
   */
  StartCheck(Configuration configuration, boolean micro) {
    this.configuration = configuration;
    this.micro = micro;
  }

  /** Returns all problems, one text each. */
  List<String> problems() {
    List<String> problems = new ArrayList<>(DataFiles.problems(configuration));
    problems.addAll(problemsOfBootstrap());
    problems.addAll(problemsOfListeners());
    configuration.grpc().tls().flatMap(TlsFiles::problem).ifPresent(problems::add);
    problemOfDatabase().ifPresent(problems::add);
    return problems;
  }

  private List<String> problemsOfBootstrap() {
    FieldViolations violations = new FieldViolations();
    configuration
        .bootstrap()
        .ifPresent(
            bootstrap ->
                FieldRules.name(
                    ConfigKey.BOOTSTRAP_ORGANIZATION.environmentVariable(),
                    bootstrap.organization(),
                    violations));
    return violations.descriptions();
  }

  private record Listener(ConfigKey key, String address, int port) {}

  private List<Listener> listeners() {
    List<Listener> listeners = new ArrayList<>();
    listeners.add(
        new Listener(
            ConfigKey.HTTP_PORT, configuration.http().address(), configuration.http().port()));
    if (configuration.grpc().enabled()) {
      listeners.add(
          new Listener(
              ConfigKey.GRPC_PORT, configuration.grpc().address(), configuration.grpc().port()));
    }
    if (!micro) {
      listeners.add(new Listener(ConfigKey.ADMIN_PORT, "127.0.0.1", configuration.adminPort()));
    }
    return listeners;
  }

  /** Binds all addresses at once, so that two listeners with the same port are found too. */
  private List<String> problemsOfListeners() {
    List<String> problems = new ArrayList<>();
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (Listener listener : listeners()) {
        ServerSocket socket = new ServerSocket();
        sockets.add(socket);
        problem(listener, socket).ifPresent(problems::add);
      }
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      problems.add("no socket can be opened: " + e.getMessage());
    }
    return problems;
  }

  private static Optional<String> problem(Listener listener, ServerSocket socket)
      throws IOException {
    // As the listeners do; otherwise a server could not be restarted at once.
    socket.setReuseAddress(true);
    InetSocketAddress address = new InetSocketAddress(listener.address(), listener.port());
    String cannot =
        listener.key().environmentVariable()
            + ": cannot listen at port "
            + listener.port()
            + " of "
            + listener.address()
            + ": ";
    if (address.isUnresolved()) {
      return Optional.of(cannot + "no such host");
    }
    try {
      socket.bind(address);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(cannot + e.getMessage());
    }
  }

  private Optional<String> problemOfDatabase() {
    String database = configuration.database().safeUrl();
    try {
      return ExistingDatabase.read(configuration.database(), this::problemOfKeys)
          .orElse(Optional.empty());
    } catch (UnsupportedDatabaseException e) {
      return Optional.of(database + ": " + e.getMessage());
    } catch (SQLException e) {
      return ExistingDatabase.isMissingTable(e)
          ? Optional.empty()
          : Optional.of(database + ": the database cannot be read: " + e.getMessage());
    }
  }

  private Optional<String> problemOfKeys(Connection connection) throws SQLException {
    if (!StoredSigningKeys.exist(connection)) {
      return Optional.empty();
    }
    Optional<KeyEncryptionKey> key = KeyEncryptionKey.existing(configuration);
    if (key.isEmpty()) {
      return Optional.of(
          "the key-encryption key with which the signing keys of this database are encrypted is missing:"
              + " put its file back into "
              + configuration.dataDirectory());
    }
    try {
      StoredSigningKeys.read(connection, key.get(), ClockProducer.clock());
      return Optional.empty();
    } catch (IllegalStateException e) {
      return Optional.of(e.getMessage());
    }
  }
}
