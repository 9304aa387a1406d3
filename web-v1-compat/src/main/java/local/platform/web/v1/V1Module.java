package local.platform.web.v1;

import com.google.protobuf.Descriptors.FileDescriptor;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import local.platform.proto.events.v1.EventIdentitiesV1Proto;
import local.platform.proto.events.v1.SubscriptionsV1Proto;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.files.FileSet;
import local.platform.web.module.WebModules;
import local.platform.web.module.WebModules.WebModule;
import local.platform.web.v1.endpoint.V1;

/** Registers this module. */
@Singleton
@Startup
public class V1Module {
  /** The services of the contract of which this server serves nothing. */
  static final List<ServiceMethods> UNSERVED =
      List.of(
          unserved(SubscriptionsV1Proto.getDescriptor(), "Subscriptions"),
          unserved(EventIdentitiesV1Proto.getDescriptor(), "Identities"));

  /** The OpenAPI document. */
  static final List<FileSet> FILES =
      List.of(FileSet.of(Map.of("/openapi/v1.json", "/openapi/v1.json")));

  @EJB private WebModules modules;
  @Inject @Any private Instance<Endpoint> endpoints;

  @PostConstruct
  void register() {
    modules.register(
        WebModule.of("v1", false, V1Module::serves, UNSERVED, List.of(), FILES, endpoints));
  }

  /** Returns whether this module serves a version: version 1. */
  static boolean serves(ApiVersion version) {
    return version.equals(V1.VERSION);
  }

  private static ServiceMethods unserved(FileDescriptor file, String service) {
    return ServiceMethods.of(file, service, V1.VERSION);
  }
}
