package local.platform.access.authz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import local.platform.testing.ContractCapabilities;
import local.platform.testing.ContractCapabilities.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CapabilityTest {
  @Test
  void theCapabilitiesAreThoseOfTheContract() {
    assertThat(Capability.values()).hasSize(216);
    assertThat(ContractCapabilities.ROWS)
        .extracting(Row::enumName)
        .containsExactly(
            Arrays.stream(Capability.values()).map(Capability::enumName).toArray(String[]::new));
  }

  @ParameterizedTest
  @EnumSource
  void eachHasTheNumberAndNameOfTheContractAndItsFlag(Capability capability) {
    Map<String, Row> rows =
        ContractCapabilities.ROWS.stream()
            .collect(Collectors.toMap(Row::enumName, Function.identity()));

    Row row = rows.get(capability.enumName());

    assertThat(capability.number()).isEqualTo(row.number());
    assertThat(capability.dottedName()).isEqualTo(row.dottedName());
    // One capability without the flag is in no role of ours either, by its name.
    boolean internal = row.internalOnly() || row.dottedName().equals("internal");
    assertThat(capability.internalOnly()).isEqualTo(internal);
  }

  @ParameterizedTest
  @EnumSource
  void eachIsFoundByItsDottedName(Capability capability) {
    assertThat(Capability.ofDottedName(capability.dottedName())).contains(capability);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "unknown", "GROUPS.LIST", "groups.list ", "CAP_IAM_GROUPS_LIST"})
  void noOtherNameIsACapability(String name) {
    assertThat(Capability.ofDottedName(name)).isEmpty();
  }
}
