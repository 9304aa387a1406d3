package local.platform.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.EnumValueDescriptor;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import local.platform.access.authz.Capability;
import org.junit.jupiter.api.Test;

class CapabilityProtoTest {
  @Test
  void theCapabilitiesOfTheProtoAreThoseOfTheServices() {
    Map<String, Integer> ours =
        Arrays.stream(Capability.values())
            .collect(Collectors.toMap(Capability::enumName, Capability::number));
    Map<String, Integer> theirs =
        local.platform.proto.capabilities.Capability.getDescriptor().getValues().stream()
            .filter(value -> value.getNumber() != 0)
            .collect(
                Collectors.toMap(EnumValueDescriptor::getName, EnumValueDescriptor::getNumber));

    assertThat(theirs).isEqualTo(ours).hasSize(216);
  }

  @Test
  void theProtoAlsoHasTheUnknown() {
    assertThat(local.platform.proto.capabilities.Capability.UNKNOWN.getNumber()).isZero();
  }
}
