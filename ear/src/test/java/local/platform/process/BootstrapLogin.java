package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Date;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;

/**
 * Checks the first login without an external subject: whoever has the key and the database gets a
 * token of the identity that owns the organization.
 */
final class BootstrapLogin {
  private BootstrapLogin() {}

  /**
   * Runs the commands of {@code docs/operating.md} for this login.
   *
   * @return a client that calls as the owner
   */
  static PlatformClient check(ProductionServer production, String commands)
      throws IOException, InterruptedException {
    PlatformProcess server = production.server();
    assertThat(server.output()).contains("--bootstrap-token FILE").doesNotContain("curl");

    // The level is that of the server, but the command logs its warning all the same.
    ShellOutput login = production.paste("export PLATFORM_LOG_LEVEL=error\n" + commands, "");

    assertThat(login.status()).as(login.err()).isZero();
    Path file = server.data().resolveSibling("token");
    String token = Files.readString(file);
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    PlatformClient owner = PlatformClient.of(server.url(), token, "");
    assertThat(login.out()).doesNotContain(token).contains("\"name\":\"example\"");
    assertThat(login.err().lines().filter(line -> line.contains("WARNING")))
        .singleElement()
        .matches(line -> line.contains(owner.claims().getJWTID()))
        .matches(line -> !line.contains(token));
    assertThat(owner.claims().getExpirationTime())
        .isEqualTo(Date.from(owner.claims().getIssueTime().toInstant().plus(Duration.ofHours(1))));
    assertThat(owner.get("/operator/operators").status()).isEqualTo(200);

    ShellOutput again = production.paste(commands.lines().findFirst().orElseThrow(), "");
    assertThat(again.status()).isEqualTo(1);
    assertThat(again.out()).isEmpty();
    assertThat(again.err())
        .contains("platform: token exists already: give the name of a new file\n");
    assertThat(file).hasContent(token);
    return owner;
  }
}
