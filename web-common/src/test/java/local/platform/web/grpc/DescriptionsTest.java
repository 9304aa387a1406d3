package local.platform.web.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import local.platform.proto.testing.EverythingProto;
import org.junit.jupiter.api.Test;

class DescriptionsTest {
  private static final ServiceDescriptor THINGS =
      EverythingProto.getDescriptor().findServiceByName("Things");

  @Test
  void aServiceUnderItsOwnNameIsDescribedByItsOwnFile() {
    Descriptions own = Descriptions.of(THINGS, "platform.testing.Things");

    assertThat(own.getServiceDescriptor()).isSameAs(THINGS);
    assertThat(own.getFileDescriptor()).isSameAs(EverythingProto.getDescriptor());
  }

  @Test
  void underAnotherNameItHasTheSameMethodsWithTheSameMessages() {
    Descriptions alias = Descriptions.of(THINGS, "other.example.testing.Things");

    ServiceDescriptor described = alias.getServiceDescriptor();
    assertThat(described.getFullName()).isEqualTo("other.example.testing.Things");
    assertThat(alias.getFileDescriptor()).isSameAs(described.getFile());
    assertThat(described.getMethods())
        .extracting(MethodDescriptor::getName)
        .containsExactlyElementsOf(
            THINGS.getMethods().stream().map(MethodDescriptor::getName).toList());
    for (MethodDescriptor method : THINGS.getMethods()) {
      MethodDescriptor same = described.findMethodByName(method.getName());
      assertThat(same.getInputType()).isSameAs(method.getInputType());
      assertThat(same.getOutputType()).isSameAs(method.getOutputType());
    }
  }
}
