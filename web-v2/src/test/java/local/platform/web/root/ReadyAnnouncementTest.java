package local.platform.web.root;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadyAnnouncementTest {
  @ParameterizedTest
  @CsvSource({
    "localhost, 127.0.0.1, http://127.0.0.1:8080/health/ready",
    "my_server, 127.0.0.1, http://127.0.0.1:8080/health/ready",
    "my_server, 192.0.2.1, http://192.0.2.1:8080/health/ready",
    "any, 0.0.0.0, http://127.0.0.1:8080/health/ready",
    "any, ::, http://127.0.0.1:8080/health/ready",
    "localhost, ::1, http://[0:0:0:0:0:0:0:1]:8080/health/ready"
  })
  void aServerIsAskedAtItsAddressWhateverItsNameIs(String name, String address, URI url)
      throws UnknownHostException {
    InetAddress listening =
        InetAddress.getByAddress(name, InetAddress.getByName(address).getAddress());

    URI readiness = ReadyAnnouncement.readinessUrl(listening, 8080);

    assertThat(readiness).isEqualTo(url);
    assertThat(HttpRequest.newBuilder(readiness).build().uri()).isEqualTo(url);
  }
}
