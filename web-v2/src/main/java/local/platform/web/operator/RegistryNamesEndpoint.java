package local.platform.web.operator;

import com.google.protobuf.Empty;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import local.platform.foundation.uid.Uid;
import local.platform.proto.operator.CreateRegistryNamespaceRequest;
import local.platform.proto.operator.DeleteRegistryNamespaceRequest;
import local.platform.proto.operator.DeleteTombstoneRequest;
import local.platform.proto.operator.ListRegistryNamespacesRequest;
import local.platform.proto.operator.ListRegistryNamespacesResponse;
import local.platform.proto.operator.ListTombstonesRequest;
import local.platform.proto.operator.ListTombstonesResponse;
import local.platform.proto.operator.RegistryNamesProto;
import local.platform.proto.operator.RegistryNamespace;
import local.platform.proto.operator.Tombstone;
import local.platform.registry.name.RegistryNamespaceService;
import local.platform.registry.name.TombstoneService;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.FieldNames;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.StandardMethods;

/** Implements {@code RegistryNamesService}, over REST only. */
@ApplicationScoped
public class RegistryNamesEndpoint implements Endpoint {
  private static final FieldNames NAMES = FieldNames.of(Map.of("group", "groupUid"));

  @EJB private RegistryNamespaceService namespaces;
  @EJB private TombstoneService tombstones;

  @Override
  public ServiceMethods methods() {
    ServiceMethods methods =
        ServiceMethods.of(
                RegistryNamesProto.getDescriptor(), "RegistryNamesService", ApiVersion.NONE)
            .on(CreateRegistryNamespaceRequest.getDefaultInstance(), this::createNamespace)
            .on(DeleteRegistryNamespaceRequest.getDefaultInstance(), this::deleteNamespace)
            .on(DeleteTombstoneRequest.getDefaultInstance(), this::deleteTombstone)
            .withoutGrpc();
    ServiceMethods withNamespaces =
        new StandardMethods<local.platform.registry.name.RegistryNamespace, RegistryNamespace>(
                methods, RegistryNamespace.getDefaultInstance(), RegistryNamesMapper::message)
            .list(
                ListRegistryNamespacesRequest.getDefaultInstance(),
                ListRegistryNamespacesResponse.getDefaultInstance(),
                (call, request) -> request,
                (caller, request, page) -> namespaces.list(caller, page))
            .methods();
    return new StandardMethods<local.platform.registry.name.Tombstone, Tombstone>(
            withNamespaces, Tombstone.getDefaultInstance(), RegistryNamesMapper::message)
        .list(
            ListTombstonesRequest.getDefaultInstance(),
            ListTombstonesResponse.getDefaultInstance(),
            (call, request) -> request,
            (caller, request, page) -> tombstones.list(caller, page))
        .methods();
  }

  private RegistryNamespace createNamespace(Call call, CreateRegistryNamespaceRequest request) {
    RegistryNamespace given = request.getRegistryNamespace();
    Uid group = call.requiredUid("groupUid", given.getGroupUid());
    return RegistryNamesMapper.message(
        NAMES.translated(() -> namespaces.create(call.caller(), given.getName(), group)));
  }

  private Empty deleteNamespace(Call call, DeleteRegistryNamespaceRequest request) {
    call.violations().throwIfAny();
    namespaces.delete(call.caller(), request.getName(), call.condition());
    return Empty.getDefaultInstance();
  }

  private Empty deleteTombstone(Call call, DeleteTombstoneRequest request) {
    call.violations().throwIfAny();
    tombstones.delete(call.caller(), request.getName(), call.condition());
    return Empty.getDefaultInstance();
  }
}
