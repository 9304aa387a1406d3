package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.Tenant;
import local.platform.tool.CommandLine;
import local.platform.tool.InstalledTool;
import local.platform.tool.PythonPackages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs libraries in other languages that exchange tokens and verify ours. */
@Deployment.Test
class StockClientsIT {
  private static final Path SOURCES =
      Path.of(System.getProperty("platform.sources")).resolve("ear/src/test");
  private static final Path PYTHON = SOURCES.resolve("python");

  private final PlatformClient client;
  private final String ours;
  private final HttpIssuer issuer = HttpIssuer.start();
  private String identity;
  private Path token;
  @TempDir private Path directory;

  StockClientsIT(PlatformClient client) {
    this.client = client;
    this.ours = client.claims().getIssuer();
  }

  @BeforeEach
  void writeToken() throws IOException {
    identity = Tenant.create(client).identity(issuer.url(), "job");
    token = Files.writeString(directory.resolve("token"), issuer.token("job", ours));
  }

  @AfterEach
  void stop() {
    issuer.close();
  }

  @Test
  void theWorkloadIdentityOfGoogleAuthExchanges() throws Exception {
    String issued =
        python("google_exchange.py", ours + "/sts/exchange?identity=" + identity, ours, path());

    assertThat(SignedJWT.parse(issued).getJWTClaimsSet().getSubject()).isEqualTo(identity);
    assertThat(client.withToken(issued).get("/auth/v1/ok").status()).isEqualTo(200);
  }

  @Test
  void authlibExchangesAndVerifies() throws Exception {
    assertThat(python("authlib_exchange.py", ours, identity, path())).isEqualTo(identity);
  }

  @Test
  void goExchangesAndVerifies() throws Exception {
    Path go = InstalledTool.require("go", "golang-go");
    Path program = directory.resolve("client");
    CommandLine.run(
        SOURCES.resolve("go"),
        directory,
        Map.of("GOTOOLCHAIN", "local", "GOFLAGS", "-mod=readonly", "CGO_ENABLED", "0"),
        go.toString(),
        "build",
        "-o",
        program.toString(),
        ".");

    assertThat(CommandLine.run(directory, Map.of(), program.toString(), ours, identity, path()))
        .isEqualTo(identity);
  }

  private String path() {
    return token.toString();
  }

  private String python(String script, String... arguments) throws Exception {
    Path interpreter =
        PythonPackages.install(Path.of("target/python"), PYTHON.resolve("requirements.txt"));
    String[] command = new String[arguments.length + 2];
    command[0] = interpreter.toString();
    command[1] = PYTHON.resolve(script).toString();
    System.arraycopy(arguments, 0, command, 2, arguments.length);
    return CommandLine.run(directory, Map.of(), command).strip();
  }
}
