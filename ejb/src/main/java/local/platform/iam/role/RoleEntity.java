package local.platform.iam.role;

import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import local.platform.resource.ResourceEntity;

/**
 * A role as it is stored. What a built-in role allows is in {@link
 * local.platform.authz.BuiltInRole}.
 */
@Entity
@SuppressWarnings("UnusedVariable") // the database reads the fields that the code does not
@Table(name = "role")
public class RoleEntity extends ResourceEntity {
  private String name;
  private String description;

  /** For JPA. */
  protected RoleEntity() {}
}
