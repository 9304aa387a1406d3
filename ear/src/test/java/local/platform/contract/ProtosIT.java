package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.GrpcServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares the names, numbers and types from which clients were generated with those that the
 * server reports. The reviewed file is {@code protos.txt}; each changed line breaks clients.
 */
@Deployment.Test
@Tag("packaging")
class ProtosIT {
  private final GrpcServer grpc;

  ProtosIT(GrpcServer grpc) {
    this.grpc = grpc;
  }

  @Test
  void everyNameAndNumberIsThatOfTheContract() {
    Map<String, String> described = new TreeMap<>();
    grpc.reflection().serviceNames().stream()
        .filter(name -> name.startsWith("platform.") && !name.contains(".v2beta1."))
        .map(grpc.reflection()::service)
        .forEach(service -> describe(service, described));

    assertThat(String.join("", described.values())).isEqualTo(Golden.text("protos.txt"));
  }

  private static void describe(ServiceDescriptor service, Map<String, String> described) {
    described.put(
        service.getFullName(),
        service.getMethods().stream()
            .map(ProtosIT::line)
            .collect(Collectors.joining("", "service " + service.getFullName() + "\n", "\n")));
    describe(service.getFile(), described);
  }

  private static void describe(FileDescriptor file, Map<String, String> described) {
    if (file.getPackage().startsWith("platform.")) {
      file.getMessageTypes().forEach(message -> describe(message, described));
      file.getEnumTypes().forEach(values -> describe(values, described));
      file.getDependencies().forEach(dependency -> describe(dependency, described));
    }
  }

  private static void describe(Descriptor message, Map<String, String> described) {
    described.put(
        message.getFullName(),
        message.getFields().stream()
            .map(ProtosIT::line)
            .collect(Collectors.joining("", "message " + message.getFullName() + "\n", "\n")));
    message.getNestedTypes().forEach(nested -> describe(nested, described));
    message.getEnumTypes().forEach(values -> describe(values, described));
  }

  private static void describe(EnumDescriptor values, Map<String, String> described) {
    described.put(
        values.getFullName(),
        values.getValues().stream()
            .map(value -> "  " + value.getNumber() + " " + value.getName() + "\n")
            .collect(Collectors.joining("", "enum " + values.getFullName() + "\n", "\n")));
  }

  private static String line(MethodDescriptor method) {
    return "  %s: %s -> %s%n"
        .formatted(
            method.getName(),
            method.getInputType().getFullName(),
            method.getOutputType().getFullName());
  }

  private static String line(FieldDescriptor field) {
    String type =
        switch (field.getJavaType()) {
          case MESSAGE -> field.getMessageType().getFullName();
          case ENUM -> field.getEnumType().getFullName();
          default -> field.getType().name().toLowerCase(Locale.ROOT);
        };
    String presence =
        field.isRepeated()
            ? "repeated "
            : field.getRealContainingOneof() != null
                ? "oneof " + field.getRealContainingOneof().getName() + " "
                : field.hasPresence() && field.getJavaType() != FieldDescriptor.JavaType.MESSAGE
                    ? "optional "
                    : "";
    return "  %s %s %s%s%n".formatted(field.getNumber(), field.getName(), presence, type);
  }
}
