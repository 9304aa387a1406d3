package local.platform.web.v2;

import com.google.protobuf.Descriptors.FileDescriptor;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.List;
import local.platform.proto.advisory.v2.AdvisoryProto;
import local.platform.proto.events.v2.SubscriptionsProto;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.hub.ImportsEndpoint;
import local.platform.web.module.WebModules;
import local.platform.web.module.WebModules.WebModule;
import local.platform.web.operator.OperatorsEndpoint;
import local.platform.web.operator.RegistryNamesEndpoint;
import local.platform.web.registry.ImageUploadsEndpoint;
import local.platform.web.registry.RepositoriesEndpoint;
import local.platform.web.root.AuthEndpoint;
import local.platform.web.root.DiscoveryResource;
import local.platform.web.root.ExchangeEndpoint;
import local.platform.web.root.ExchangeResource;
import local.platform.web.v2.endpoint.V2;
import local.platform.web.v2.iam.AccountAssociationsEndpoint;
import local.platform.web.v2.iam.GroupInvitesEndpoint;
import local.platform.web.v2.iam.GroupsEndpoint;
import local.platform.web.v2.iam.IdentitiesEndpoint;
import local.platform.web.v2.iam.IdentityProvidersEndpoint;
import local.platform.web.v2.iam.RoleBindingsEndpoint;
import local.platform.web.v2.iam.RolesEndpoint;
import local.platform.web.v2.library.ArtifactsEndpoint;
import local.platform.web.v2.ping.PingEndpoint;
import local.platform.web.v2.registry.ImagesEndpoint;
import local.platform.web.v2.registry.ReposEndpoint;
import local.platform.web.v2.registry.TagsEndpoint;
import local.platform.web.v2.vulnerability.AdvisoriesEndpoint;

/** Registers this module. */
@Singleton
@Startup
public class V2Module {
  /** The endpoints of this module. */
  static final List<Class<? extends Endpoint>> ENDPOINTS =
      List.of(
          AuthEndpoint.class,
          ExchangeEndpoint.class,
          OperatorsEndpoint.class,
          RegistryNamesEndpoint.class,
          RepositoriesEndpoint.class,
          ImageUploadsEndpoint.class,
          PingEndpoint.class,
          GroupsEndpoint.class,
          IdentitiesEndpoint.class,
          RolesEndpoint.class,
          RoleBindingsEndpoint.class,
          GroupInvitesEndpoint.class,
          IdentityProvidersEndpoint.class,
          AccountAssociationsEndpoint.class,
          ReposEndpoint.class,
          ImagesEndpoint.class,
          TagsEndpoint.class,
          ArtifactsEndpoint.class,
          AdvisoriesEndpoint.class,
          ImportsEndpoint.class);

  /** The services of the contract of which this server serves nothing. */
  static final List<ServiceMethods> UNSERVED =
      List.of(
          unserved(AdvisoryProto.getDescriptor(), "SecurityAdvisoryService"),
          unserved(SubscriptionsProto.getDescriptor(), "SubscriptionsService"));

  /** The JAX-RS classes with routes that are in no proto. */
  static final List<Class<?>> CLASSES = List.of(DiscoveryResource.class, ExchangeResource.class);

  @EJB private WebModules modules;
  @Inject @Any private Instance<Endpoint> endpoints;

  @PostConstruct
  void register() {
    modules.register(WebModule.of("v2", true, ENDPOINTS, UNSERVED, CLASSES, endpoints));
  }

  private static ServiceMethods unserved(FileDescriptor file, String service) {
    return ServiceMethods.of(file, service, V2.VERSION);
  }
}
