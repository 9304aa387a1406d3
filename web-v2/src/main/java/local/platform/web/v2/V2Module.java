package local.platform.web.v2;

import com.google.protobuf.Descriptors.FileDescriptor;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import local.platform.config.Configuration;
import local.platform.proto.events.v2.SubscriptionsProto;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.files.FileSet;
import local.platform.web.module.WebModules;
import local.platform.web.module.WebModules.WebModule;
import local.platform.web.root.Console;
import local.platform.web.root.DiscoveryResource;
import local.platform.web.root.ExchangeResource;
import local.platform.web.root.Explorer;
import local.platform.web.v2.endpoint.V2;

/** Registers this module. */
@Singleton
@Startup
public class V2Module {
  /** The services of the contract of which this server serves nothing. */
  static final List<ServiceMethods> UNSERVED =
      List.of(unserved(SubscriptionsProto.getDescriptor(), "SubscriptionsService"));

  /** The JAX-RS classes with routes that are in no proto. */
  static final List<Class<?>> CLASSES = List.of(DiscoveryResource.class, ExchangeResource.class);

  /** The OpenAPI documents. */
  static final FileSet DOCUMENTS =
      FileSet.of(
          Map.of(
              "/openapi", "/openapi/v2.json",
              "/openapi/v2.json", "/openapi/v2.json",
              "/openapi/v2beta1.json", "/openapi/v2beta1.json"));

  @EJB private WebModules modules;
  @Inject @Any private Instance<Endpoint> endpoints;
  @Inject private Configuration configuration;

  @PostConstruct
  void register() {
    modules.register(
        WebModule.of(
            "v2", true, V2Module::serves, UNSERVED, CLASSES, files(configuration), endpoints));
  }

  /** Returns the static files of this module: the documents, and the pages that are on. */
  static List<FileSet> files(Configuration configuration) {
    List<FileSet> files = new ArrayList<>(List.of(DOCUMENTS));
    if (configuration.explorer()) {
      files.add(Explorer.FILES);
    }
    if (configuration.console()) {
      files.addAll(Console.files());
    }
    return files;
  }

  /** Returns whether this module serves a version: version 2, and none. */
  static boolean serves(ApiVersion version) {
    return version.names().isEmpty() || version.equals(V2.VERSION);
  }

  private static ServiceMethods unserved(FileDescriptor file, String service) {
    return ServiceMethods.of(file, service, V2.VERSION);
  }
}
