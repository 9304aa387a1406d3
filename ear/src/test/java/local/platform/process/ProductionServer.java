package local.platform.process;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.testing.FreePorts;

/**
 * Starts and operates a server by the commands of the documentation. They are run as they are
 * written, in the directory of the server; only the addresses and names are replaced.
 */
final class ProductionServer implements AutoCloseable {
  /**
   * The lines that name an external subject as the first owner; without them, the owner is an
   * identity of the server itself.
   */
  static final String EXTERNAL_SUBJECT = "(?m)^export PLATFORM_BOOTSTRAP_(ISSUER|SUBJECT)=.*\\R";

  private final PlatformProcess server;
  private final Map<String, String> replacements;
  private final String configuration;

  private ProductionServer(
      PlatformProcess server, Map<String, String> replacements, String configuration) {
    this.server = server;
    this.replacements = replacements;
    this.configuration = configuration;
  }

  /**
   * Starts a server for the first time.
   *
   * @param name its directory, which is emptied
   * @param commands the commands of {@code docs/operating.md}, which configure the server and end
   *     with its start
   * @param more further replacements of what is in the examples
   */
  static ProductionServer first(
      String name, String commands, DatabaseSettings database, Map<String, String> more)
      throws IOException {
    int port = FreePorts.next();
    Map<String, String> here = new LinkedHashMap<>(more);
    here.put("https://platform.example.com", "http://127.0.0.1:" + port);
    here.put("http://127.0.0.1:8080", "http://127.0.0.1:" + port);
    here.put("jdbc:mysql://db.example.com/platform", "'" + database.url() + "'");
    here.put("PLATFORM_DB_USER=platform", "PLATFORM_DB_USER=" + database.user());
    here.put("PLATFORM_DB_PASSWORD=…", "PLATFORM_DB_PASSWORD='" + database.password() + "'");
    here.put("ear/target/platform.jar", System.getProperty("platform.jar"));
    String configuration =
        commands
            .lines()
            .filter(line -> line.startsWith("export "))
            .collect(Collectors.joining("\n", "", "\n"));
    PlatformProcess server = builder(name, port).empty().by(replace(commands, here)).start();
    return new ProductionServer(server, here, configuration);
  }

  /**
   * Restarts the server, with what is in its directory.
   *
   * @param commands what is exported in addition to its configuration, and the start
   */
  ProductionServer again(String commands) {
    server.close();
    PlatformProcess started =
        builder(server.data().getParent().getFileName().toString(), server.port())
            .by(here(configuration + commands))
            .start();
    return new ProductionServer(started, replacements, configuration);
  }

  private static PlatformProcess.Builder builder(String name, int port) {
    return PlatformProcess.in(Packaging.JAR, name)
        .with("PLATFORM_HTTP_PORT", String.valueOf(port))
        .with("PLATFORM_ISSUERS_ALLOW_LOOPBACK", "true");
  }

  /** Returns the server. */
  PlatformProcess server() {
    return server;
  }

  /** Returns a text of the documentation with the replacements. */
  String here(String text) {
    return replace(text, replacements);
  }

  private static String replace(String text, Map<String, String> replacements) {
    String replaced = text;
    for (Map.Entry<String, String> replacement : replacements.entrySet()) {
      replaced = replaced.replace(replacement.getKey(), replacement.getValue());
    }
    return replaced;
  }

  /** Runs commands in another shell, which has the server's configuration and a token. */
  ShellOutput paste(String commands, String token) throws IOException, InterruptedException {
    ProcessBuilder shell =
        new ProcessBuilder("bash", "-c", here(configuration + commands))
            .directory(server.data().getParent().toFile());
    shell.environment().keySet().removeIf(name -> name.startsWith("PLATFORM_"));
    shell.environment().put("PLATFORM_ISSUERS_ALLOW_LOOPBACK", "true");
    shell.environment().put("TOKEN", token);
    return ShellOutput.of(shell);
  }

  @Override
  public void close() {
    server.close();
  }
}
