package local.platform.process;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import local.platform.contract.testing.Dialect;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.ListeningPorts;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where gRPC is served, and where not. */
class GrpcListenerIT {
  private static final int CONFIGURATION_ERROR = 78;
  private static final char[] PASSWORD = "password".toCharArray();

  @ParameterizedTest
  @EnumSource
  void aServerWhosePortIsTakenSaysSoInOneLineAndEnds(Packaging packaging) throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        PlatformProcess server =
            PlatformProcess.in(packaging, "grpc-taken-" + packaging)
                .empty()
                .quickStart()
                .with("PLATFORM_GRPC_PORT", String.valueOf(taken.getLocalPort()))
                .launch()) {
      assertThat(server.awaitRefusal()).isEqualTo(CONFIGURATION_ERROR);

      List<String> refusals =
          server.output().lines().filter(line -> line.contains("refusing to start")).toList();
      assertThat(refusals).hasSize(1);
      assertThat(refusals.get(0)).contains("gRPC", "127.0.0.1:" + taken.getLocalPort());
      assertThat(server.output()).doesNotContain("\tat ");
    }
  }

  @Test
  void withPortZeroThereIsRestAlone() throws IOException {
    try (PlatformProcess server =
        PlatformProcess.in(Packaging.JAR, "grpc-off")
            .empty()
            .quickStart()
            .with("PLATFORM_GRPC_PORT", "0")
            .start()) {
      assertThat(server.owner().get("/iam/v2/groups").status()).isEqualTo(200);
      assertThat(ListeningPorts.of(server.pid())).containsExactly(server.port());
    }
  }

  @Test
  void withACertificateOnlyTlsIsSpoken(@TempDir Path directory) throws Exception {
    Path certificate = directory.resolve("certificate.pem");
    Path key = directory.resolve("key.pem");
    createCertificate(directory, certificate, key);
    try (PlatformProcess server =
            PlatformProcess.in(Packaging.JAR, "grpc-tls")
                .empty()
                .quickStart()
                .with("PLATFORM_GRPC_TLS_CERTIFICATE", certificate.toString())
                .with("PLATFORM_GRPC_TLS_KEY", key.toString())
                .start();
        GrpcServer plain = GrpcServer.at(server.grpcPort());
        GrpcServer tls = GrpcServer.overTls(server.grpcPort(), certificate)) {
      PlatformClient owner = server.owner();
      PlatformClient overTls = owner.in(Dialect.GRPC_V2, tls);
      String uid = overTls.createGroup(owner.organization(), "tls");
      assertThat(overTls.get("/iam/v2/groups/" + uid).text())
          .isEqualTo(owner.get("/iam/v2/groups/" + uid).text());

      assertThat(health(plain)).isEqualTo(Code.UNAVAILABLE);
      assertThat(health(tls)).isEqualTo(Code.OK);
      assertThat(server.output().lines())
          .noneMatch(line -> line.matches(".*\"Level\":\"(WARNING|SEVERE)\".*(grpc|netty).*"));
    }
  }

  @Test
  void itsAddressAndItsLongestMessageAreConfigured() throws IOException {
    String address = "127.0.0.2";
    try (PlatformProcess server =
            PlatformProcess.in(Packaging.JAR, "grpc-limits")
                .empty()
                .quickStart()
                .with("PLATFORM_GRPC_ADDRESS", address)
                .with("PLATFORM_GRPC_MAX_MESSAGE_BYTES", "1000")
                .start();
        GrpcServer elsewhere = GrpcServer.at(server.grpcPort());
        GrpcServer grpc = GrpcServer.at(address, server.grpcPort())) {
      assertThat(health(elsewhere)).isEqualTo(Code.UNAVAILABLE);
      PlatformClient owner = server.owner().in(Dialect.GRPC_V2, grpc);
      String path = "/iam/v2/groups/" + owner.createGroup(owner.organization(), "limits");

      assertThat(owner.patch(path, describedAs("a".repeat(800))).status()).isEqualTo(200);
      assertThat(owner.patch(path, describedAs("a".repeat(1_000))).status()).isEqualTo(429);
    }
  }

  private static String describedAs(String description) {
    return "{\"description\": \"%s\"}".formatted(description);
  }

  private static Code health(GrpcServer server) {
    try {
      ServingStatus status =
          HealthGrpc.newBlockingStub(server.channel())
              .check(HealthCheckRequest.getDefaultInstance())
              .getStatus();
      assertThat(status).isEqualTo(ServingStatus.SERVING);
      return Code.OK;
    } catch (StatusRuntimeException e) {
      return e.getStatus().getCode();
    }
  }

  private static void createCertificate(Path directory, Path certificate, Path key)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path store = directory.resolve("store.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "grpc",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                new String(PASSWORD))
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    writePem(certificate, "CERTIFICATE", keys.getCertificate("grpc").getEncoded());
    writePem(key, "PRIVATE KEY", keys.getKey("grpc", PASSWORD).getEncoded());
  }

  private static void writePem(Path file, String type, byte[] content) throws IOException {
    String base64 = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(content);
    Files.writeString(
        file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(type, base64, type));
  }
}
