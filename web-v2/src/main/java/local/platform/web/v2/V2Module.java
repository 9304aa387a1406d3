package local.platform.web.v2;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.inject.Inject;
import java.util.List;
import local.platform.web.http.HttpListeners;
import local.platform.web.module.WebModules;
import local.platform.web.module.WebModules.WebModule;
import local.platform.web.v2.iam.binding.RoleBindingsEndpoint;
import local.platform.web.v2.iam.group.GroupsEndpoint;
import local.platform.web.v2.iam.identity.IdentitiesEndpoint;
import local.platform.web.v2.iam.role.RolesEndpoint;
import local.platform.web.v2.root.AuthEndpoint;
import local.platform.web.v2.root.ExchangeEndpoint;

/** Registers this module, behind a listener that is guarded. */
@Singleton
@Startup
public class V2Module {
  @EJB private WebModules modules;
  @EJB private HttpListeners listeners;
  @Inject private AuthEndpoint auth;
  @Inject private ExchangeEndpoint tokens;
  @Inject private GroupsEndpoint groups;
  @Inject private IdentitiesEndpoint identities;
  @Inject private RolesEndpoint roles;
  @Inject private RoleBindingsEndpoint roleBindings;

  @PostConstruct
  void register() {
    listeners.guard();
    modules.register(
        new WebModule(
            "v2",
            true,
            List.of(
                auth.methods(),
                tokens.methods(),
                groups.methods(),
                identities.methods(),
                roles.methods(),
                roleBindings.methods())));
  }
}
