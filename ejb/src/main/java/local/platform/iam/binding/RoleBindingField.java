package local.platform.iam.binding;

/** The fields of a role binding that can be changed. */
public enum RoleBindingField {
  IDENTITY,
  ROLE
}
