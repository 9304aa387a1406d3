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
import local.platform.proto.advisory.v1.AdvisoryV1Proto;
import local.platform.proto.events.v1.EventIdentitiesV1Proto;
import local.platform.proto.events.v1.SubscriptionsV1Proto;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.module.WebModules;
import local.platform.web.module.WebModules.WebModule;
import local.platform.web.v1.endpoint.V1;
import local.platform.web.v1.iam.AccountAssociationsV1Endpoint;
import local.platform.web.v1.iam.GroupInvitesV1Endpoint;
import local.platform.web.v1.iam.GroupsV1Endpoint;
import local.platform.web.v1.iam.IdentitiesV1Endpoint;
import local.platform.web.v1.iam.IdentityProvidersV1Endpoint;
import local.platform.web.v1.iam.RoleBindingsV1Endpoint;
import local.platform.web.v1.iam.RolesV1Endpoint;
import local.platform.web.v1.library.ArtifactsV1Endpoint;
import local.platform.web.v1.ping.PingV1Endpoint;
import local.platform.web.v1.registry.RegistryV1Endpoint;
import local.platform.web.v1.vulnerability.AdvisoriesV1Endpoint;

/** Registers this module. */
@Singleton
@Startup
public class V1Module {
  /** The endpoints of this module. */
  static final List<Class<? extends Endpoint>> ENDPOINTS =
      List.of(
          GroupsV1Endpoint.class,
          IdentitiesV1Endpoint.class,
          RolesV1Endpoint.class,
          RoleBindingsV1Endpoint.class,
          GroupInvitesV1Endpoint.class,
          IdentityProvidersV1Endpoint.class,
          AccountAssociationsV1Endpoint.class,
          RegistryV1Endpoint.class,
          PingV1Endpoint.class,
          ArtifactsV1Endpoint.class,
          AdvisoriesV1Endpoint.class);

  /** The services of the contract of which this server serves nothing. */
  static final List<ServiceMethods> UNSERVED =
      List.of(
          unserved(AdvisoryV1Proto.getDescriptor(), "SecurityAdvisory"),
          unserved(SubscriptionsV1Proto.getDescriptor(), "Subscriptions"),
          unserved(EventIdentitiesV1Proto.getDescriptor(), "Identities"));

  @EJB private WebModules modules;
  @Inject @Any private Instance<Endpoint> endpoints;

  @PostConstruct
  void register() {
    modules.register(WebModule.of("v1", false, ENDPOINTS, UNSERVED, List.of(), endpoints));
  }

  private static ServiceMethods unserved(FileDescriptor file, String service) {
    return ServiceMethods.of(file, service, V1.VERSION);
  }
}
