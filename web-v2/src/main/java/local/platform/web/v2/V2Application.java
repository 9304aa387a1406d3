package local.platform.web.v2;

import jakarta.ws.rs.ApplicationPath;
import java.util.Set;
import local.platform.web.rest.RestApplication;
import local.platform.web.v2.iam.binding.RoleBindingsResource;
import local.platform.web.v2.iam.group.GroupsResource;
import local.platform.web.v2.iam.identity.IdentitiesResource;
import local.platform.web.v2.iam.role.RolesResource;
import local.platform.web.v2.operator.OperatorsResource;
import local.platform.web.v2.root.AuthResource;
import local.platform.web.v2.root.DiscoveryResource;
import local.platform.web.v2.root.ExchangeResource;
import local.platform.web.v2.root.HeadlessSessionsResource;

/** The REST routes of version 2 and of no version. */
@ApplicationPath("/")
public class V2Application extends RestApplication {
  /** The application, with every resource class. */
  public V2Application() {
    super(
        Set.of(
            AuthResource.class,
            DiscoveryResource.class,
            ExchangeResource.class,
            GroupsResource.class,
            HeadlessSessionsResource.class,
            IdentitiesResource.class,
            OperatorsResource.class,
            RoleBindingsResource.class,
            RolesResource.class));
  }
}
