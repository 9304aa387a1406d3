package local.platform.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import local.platform.config.Configuration;
import local.platform.config.ConfigurationException;
import local.platform.db.StartRefusal;

/** The entry point for the launcher: {@code local.platform.launcher.Main} calls it by name. */
public final class Commands {
  private static final int REFUSED = 1;

  private Commands() {}

  /**
   * Checks whether the server may start, or executes a command.
   *
   * @param micro whether the server would be Payara Micro
   * @param arguments empty for the check, or a command with its operands
   * @return the exit status: 0 if the server may start or the command succeeded; otherwise the
   *     problem has been printed, in one line
   */
  public static int run(boolean micro, String[] arguments) {
    if (arguments.length == 0) {
      return check(micro);
    }
    return arguments[0].equals("--revocations") ? tellRevocations() : execute(arguments);
  }

  private static int check(boolean micro) {
    try {
      List<String> problems = new StartCheck(Configuration.loadWithoutServer(), micro).problems();
      return problems.isEmpty() ? 0 : StartRefusal.print(String.join("; ", problems));
    } catch (ConfigurationException e) {
      return StartRefusal.print(e.getMessage());
    }
  }

  private static int execute(String[] arguments) {
    try {
      Configuration configuration = Configuration.loadWithoutServer();
      System.out.print(
          switch (arguments[0]) {
            case "--bootstrap-info" -> BootstrapInfo.text(configuration);
            case "--bootstrap-token" -> BootstrapToken.write(configuration, Path.of(arguments[1]));
            default -> throw new IllegalArgumentException(arguments[0]);
          });
      return 0;
    } catch (ConfigurationException e) {
      return print(e.getMessage(), StartRefusal.STATUS);
    } catch (CommandRefusedException e) {
      return print(e.getMessage(), REFUSED);
    }
  }

  private static int tellRevocations() {
    try {
      Revocations.print(System.in, new PrintStream(System.out, false, UTF_8));
      return 0;
    } catch (CommandRefusedException e) {
      return print(e.getMessage(), REFUSED);
    }
  }

  private static int print(String problem, int status) {
    System.err.println("platform: " + problem.replaceAll("\\s+", " "));
    return status;
  }
}
