package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import local.platform.contract.testing.Dialect;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.contract.testing.SelfSignedCertificate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Tests the settings of the gRPC listener, all on one server. */
@TestInstance(Lifecycle.PER_CLASS)
class GrpcListenerIT {
  private static final String ADDRESS = "127.0.0.2";

  private SelfSignedCertificate certificate;
  private PlatformProcess server;
  private GrpcServer tls;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    certificate = SelfSignedCertificate.in(directory, ADDRESS);
    server =
        PlatformProcess.in(Packaging.JAR, "grpc-listener")
            .empty()
            .quickStart()
            .with("PLATFORM_GRPC_ADDRESS", ADDRESS)
            .with("PLATFORM_GRPC_MAX_MESSAGE_BYTES", "1000")
            .with("PLATFORM_GRPC_TLS_CERTIFICATE", certificate.certificate().toString())
            .with("PLATFORM_GRPC_TLS_KEY", certificate.key().toString())
            .start();
    tls = GrpcServer.overTls(ADDRESS, server.grpcPort(), certificate.certificate());
  }

  @AfterAll
  void stop() {
    if (tls != null) {
      tls.close();
    }
    if (server != null) {
      server.close();
    }
  }

  @Test
  void withACertificateOnlyTlsIsSpoken() {
    PlatformClient owner = server.owner();
    PlatformClient overTls = owner.in(Dialect.GRPC_V2, tls);
    String uid = overTls.createGroup(owner.organization(), "tls");
    assertThat(overTls.get("/iam/v2/groups/" + uid).text())
        .isEqualTo(owner.get("/iam/v2/groups/" + uid).text());

    try (GrpcServer plain = GrpcServer.at(ADDRESS, server.grpcPort())) {
      assertThat(health(plain)).isEqualTo(Code.UNAVAILABLE);
    }
    assertThat(health(tls)).isEqualTo(Code.OK);
    assertThat(server.output().lines())
        .noneMatch(line -> line.matches(".*\"level\":\"(WARNING|ERROR)\".*(grpc|netty).*"));
  }

  @Test
  void itListensAtItsAddressAlone() throws IOException {
    try (Socket there = connect(2)) {
      assertThat(there.isConnected()).isTrue();
    }
    assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> connect(1).close());
  }

  /** Connects to 127.0.0.{@code last}. */
  private Socket connect(int last) throws IOException {
    InetAddress address = InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
    return new Socket(address, server.grpcPort());
  }

  @Test
  void itsLongestMessageIsConfigured() {
    PlatformClient owner = server.owner().in(Dialect.GRPC_V2, tls);
    String path = "/iam/v2/groups/" + owner.createGroup(owner.organization(), "limits");

    assertThat(owner.patch(path, describedAs("a".repeat(800))).status()).isEqualTo(200);
    assertThat(owner.patch(path, describedAs("a".repeat(1_000))).status()).isEqualTo(429);
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
}
