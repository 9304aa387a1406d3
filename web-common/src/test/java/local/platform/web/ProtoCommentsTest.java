package local.platform.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Capability;
import local.platform.web.testing.ProtoComments;
import org.junit.jupiter.api.Test;

class ProtoCommentsTest extends ProtoComments {
  private static final String CAPABILITY = "platform.capabilities.Capability.";

  @Test
  void anElementThatLosesItsCommentIsNamed() {
    List<String> named =
        withoutOneComment(protos()).flatMap(less -> withoutComment(less).stream()).toList();

    assertThat(named)
        .containsExactlyInAnyOrderElementsOf(elements(protos()).map(Element::name).toList())
        .contains(
            "platform.auth.Auth",
            "platform.auth.Auth.Validate",
            "platform.auth.WhoAmI.Capability.Group.id",
            "platform.capabilities.Capability",
            "platform.capabilities.Capability.CAP_INTERNAL");
  }

  @Test
  void theCommentOfACapabilityTellsItsDottedNameAndTheRolesThatAllowIt() {
    Map<String, String> comments =
        elements(protos())
            .filter(element -> element.name().startsWith(CAPABILITY + "CAP_"))
            .collect(Collectors.toMap(Element::name, Element::comment));

    assertThat(comments).hasSize(Capability.values().length);
    assertThat(Capability.values())
        .allSatisfy(
            capability ->
                assertThat(comments.get(CAPABILITY + capability.enumName()))
                    .startsWith(capability.dottedName() + ": ")
                    .endsWith(". " + holders(capability)));
  }

  /** Returns how the comment of a capability ends. */
  private static String holders(Capability capability) {
    if (!capability.isGrantable()) {
      return "In no role.";
    }
    List<String> roles =
        Arrays.stream(BuiltInRole.values())
            .filter(role -> role.capabilities().contains(capability))
            .map(BuiltInRole::roleName)
            .toList();
    if (roles.isEmpty()) {
      return "In no built-in role.";
    }
    int last = roles.size() - 1;
    String others = String.join(", ", roles.subList(0, last));
    return "In " + (last == 0 ? "" : others + " and ") + roles.get(last) + ".";
  }

  /** Returns copies of the protos, each without a different one of their comments. */
  private static Stream<FileDescriptorSet> withoutOneComment(FileDescriptorSet protos) {
    return IntStream.range(0, protos.getFileCount())
        .boxed()
        .flatMap(
            index ->
                withoutOneComment(protos.getFile(index))
                    .map(less -> protos.toBuilder().setFile(index, less).build()));
  }

  private static Stream<FileDescriptorProto> withoutOneComment(FileDescriptorProto file) {
    return IntStream.range(0, file.getSourceCodeInfo().getLocationCount())
        .filter(location -> file.getSourceCodeInfo().getLocation(location).hasLeadingComments())
        .mapToObj(
            location -> {
              FileDescriptorProto.Builder less = file.toBuilder();
              less.getSourceCodeInfoBuilder().getLocationBuilder(location).clearLeadingComments();
              return less.build();
            });
  }
}
