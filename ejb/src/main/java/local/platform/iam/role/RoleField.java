package local.platform.iam.role;

/** The fields of a role that can be changed. */
public enum RoleField {
  NAME,
  DESCRIPTION,
  CAPABILITIES
}
