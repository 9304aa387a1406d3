package local.platform.web.grpc;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import io.grpc.protobuf.ProtoServiceDescriptorSupplier;
import java.util.ArrayList;
import java.util.List;

/**
 * The description of a service for server reflection.
 *
 * @param service the service under the name that clients use
 */
record Descriptions(ServiceDescriptor service) implements ProtoServiceDescriptorSupplier {

  /**
   * Describes a service under one of its names. For a name other than its own, the description is a
   * separate file with the same messages.
   */
  static Descriptions of(ServiceDescriptor service, String fullName) {
    if (fullName.equals(service.getFullName())) {
      return new Descriptions(service);
    }
    List<FileDescriptor> dependencies = new ArrayList<>(service.getFile().getDependencies());
    dependencies.add(service.getFile());
    int dot = fullName.lastIndexOf('.');
    ServiceDescriptorProto.Builder renamed =
        ServiceDescriptorProto.newBuilder().setName(fullName.substring(dot + 1));
    service.getMethods().forEach(method -> renamed.addMethod(withoutOptions(method)));
    FileDescriptorProto.Builder file =
        FileDescriptorProto.newBuilder()
            .setName("alias/" + fullName + ".proto")
            .setPackage(fullName.substring(0, dot))
            .setSyntax("proto3")
            .addService(renamed);
    dependencies.forEach(dependency -> file.addDependency(dependency.getName()));
    try {
      FileDescriptor built =
          FileDescriptor.buildFrom(file.build(), dependencies.toArray(FileDescriptor[]::new));
      return new Descriptions(built.getServices().get(0));
    } catch (DescriptorValidationException e) {
      throw new IllegalArgumentException(fullName + " is no name for a service", e);
    }
  }

  /** Removes the options of a method: the routes of REST belong to the original service. */
  private static MethodDescriptorProto withoutOptions(MethodDescriptor method) {
    return method.toProto().toBuilder().clearOptions().build();
  }

  @Override
  public ServiceDescriptor getServiceDescriptor() {
    return service;
  }

  @Override
  public FileDescriptor getFileDescriptor() {
    return service.getFile();
  }
}
