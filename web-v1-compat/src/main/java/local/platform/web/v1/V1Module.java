package local.platform.web.v1;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.inject.Inject;
import java.util.List;
import local.platform.web.module.WebModules;
import local.platform.web.module.WebModules.WebModule;
import local.platform.web.v1.iam.binding.RoleBindingsV1Endpoint;
import local.platform.web.v1.iam.group.GroupsV1Endpoint;
import local.platform.web.v1.iam.identity.IdentitiesV1Endpoint;
import local.platform.web.v1.iam.role.RolesV1Endpoint;

/** Registers this module. */
@Singleton
@Startup
public class V1Module {
  @EJB private WebModules modules;
  @Inject private GroupsV1Endpoint groups;
  @Inject private IdentitiesV1Endpoint identities;
  @Inject private RolesV1Endpoint roles;
  @Inject private RoleBindingsV1Endpoint roleBindings;

  @PostConstruct
  void register() {
    modules.register(
        new WebModule(
            "v1",
            false,
            List.of(
                groups.methods(), identities.methods(), roles.methods(), roleBindings.methods())));
  }
}
