package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.SlowClients;
import local.platform.contract.testing.SteadyCalls;
import local.platform.contract.testing.SteadyCalls.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The server has 512 MiB of heap; without limits, these clients would use twice as much. */
@Deployment.Test
@Isolated("the others get what there is for longer requests")
class SlowClientsIT {
  private final PlatformClient client;

  SlowClientsIT(PlatformClient client) {
    this.client = client;
  }

  @Test
  void othersAreServedWhileAThousandRequestsComeToNoEnd() throws InterruptedException {
    SlowClients attackers = SlowClients.attack(client, 1_000);
    try {
      List<Outcome> outcomes = SteadyCalls.run(client, Duration.ofSeconds(15));

      assertThat(outcomes)
          .hasSize(750)
          .allSatisfy(
              outcome -> {
                assertThat(outcome.status()).isEqualTo(200);
                assertThat(outcome.latency()).isLessThan(Duration.ofSeconds(5));
              });
    } finally {
      attackers.close();
    }
  }
}
