package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.GrpcServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares the names, numbers and types from which clients were generated with those that the
 * server reports. The reviewed files are those in {@code protos}, one for each proto; a changed
 * line breaks clients. Whoever adds a proto adds the file that the failing test writes to target.
 */
@Deployment.Test
@Tag("packaging")
class ProtosIT {
  private final GrpcServer grpc;

  ProtosIT(GrpcServer grpc) {
    this.grpc = grpc;
  }

  @Test
  void everyNameAndNumberIsThatOfTheContract() throws IOException {
    Map<String, Set<String>> described = new TreeMap<>();
    grpc.reflection().serviceNames().stream()
        .filter(name -> name.startsWith("platform.") && !name.contains(".v2beta1."))
        .map(grpc.reflection()::service)
        .forEach(service -> describe(service, described));

    Path written = Files.createDirectories(Path.of("target/protos"));
    for (Map.Entry<String, Set<String>> file : described.entrySet()) {
      Files.writeString(written.resolve(file.getKey()), String.join("\n", file.getValue()));
    }
    Map<String, String> golden = Golden.directory("protos");
    assertThat(described).containsOnlyKeys(golden.keySet());
    assertThat(described)
        .allSatisfy(
            (file, texts) -> assertThat(String.join("\n", texts)).isEqualTo(golden.get(file)));
  }

  /** Describes a service, and the files on which it depends. */
  private static void describe(ServiceDescriptor service, Map<String, Set<String>> described) {
    describe(service.getFile(), described);
    described
        .get(golden(service.getFile()))
        .add(
            service.getMethods().stream()
                .map(ProtosIT::line)
                .collect(Collectors.joining("", "service " + service.getFullName() + "\n", "")));
  }

  private static void describe(FileDescriptor file, Map<String, Set<String>> described) {
    if (file.getPackage().startsWith("platform.")) {
      Set<String> texts = described.computeIfAbsent(golden(file), name -> new TreeSet<>());
      file.getMessageTypes().forEach(message -> describe(message, texts));
      file.getEnumTypes().forEach(values -> describe(values, texts));
      file.getDependencies().forEach(dependency -> describe(dependency, described));
    }
  }

  /** Returns the name of the golden file of a proto. */
  private static String golden(FileDescriptor file) {
    return file.getName().replace('/', '.').replace(".proto", ".txt");
  }

  private static void describe(Descriptor message, Set<String> texts) {
    texts.add(
        message.getFields().stream()
            .map(ProtosIT::line)
            .collect(Collectors.joining("", "message " + message.getFullName() + "\n", "")));
    message.getNestedTypes().forEach(nested -> describe(nested, texts));
    message.getEnumTypes().forEach(values -> describe(values, texts));
  }

  private static void describe(EnumDescriptor values, Set<String> texts) {
    texts.add(
        values.getValues().stream()
            .map(value -> "  " + value.getNumber() + " " + value.getName() + "\n")
            .collect(Collectors.joining("", "enum " + values.getFullName() + "\n", "")));
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
