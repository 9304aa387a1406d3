package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.io.IOException;
import java.nio.file.Path;
import local.platform.contract.testing.Dialect;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.ListeningPorts;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.contract.testing.SelfSignedCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where gRPC is served, and where not. */
class GrpcListenerIT {

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
    SelfSignedCertificate certificate = SelfSignedCertificate.in(directory);
    try (PlatformProcess server =
            PlatformProcess.in(Packaging.JAR, "grpc-tls")
                .empty()
                .quickStart()
                .with("PLATFORM_GRPC_TLS_CERTIFICATE", certificate.certificate().toString())
                .with("PLATFORM_GRPC_TLS_KEY", certificate.key().toString())
                .start();
        GrpcServer plain = GrpcServer.at(server.grpcPort());
        GrpcServer tls = GrpcServer.overTls(server.grpcPort(), certificate.certificate())) {
      PlatformClient owner = server.owner();
      PlatformClient overTls = owner.in(Dialect.GRPC_V2, tls);
      String uid = overTls.createGroup(owner.organization(), "tls");
      assertThat(overTls.get("/iam/v2/groups/" + uid).text())
          .isEqualTo(owner.get("/iam/v2/groups/" + uid).text());

      assertThat(health(plain)).isEqualTo(Code.UNAVAILABLE);
      assertThat(health(tls)).isEqualTo(Code.OK);
      assertThat(server.output().lines())
          .noneMatch(line -> line.matches(".*\"level\":\"(WARNING|ERROR)\".*(grpc|netty).*"));
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
}
