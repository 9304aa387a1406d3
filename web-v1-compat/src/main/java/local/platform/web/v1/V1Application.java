package local.platform.web.v1;

import jakarta.ws.rs.ApplicationPath;
import java.util.Set;
import local.platform.web.rest.RestApplication;
import local.platform.web.v1.iam.binding.RoleBindingsV1Resource;
import local.platform.web.v1.iam.group.GroupsV1Resource;
import local.platform.web.v1.iam.identity.IdentitiesV1Resource;
import local.platform.web.v1.iam.role.RolesV1Resource;

/** The REST routes of version 1, under a prefix that only the server itself uses. */
@ApplicationPath("v1-compat")
public class V1Application extends RestApplication {
  /** The application, with every resource class. */
  public V1Application() {
    super(
        Set.of(
            GroupsV1Resource.class,
            IdentitiesV1Resource.class,
            RoleBindingsV1Resource.class,
            RolesV1Resource.class));
  }
}
