package local.platform.iam.group;

/** What an organization is to whoever runs the deployment. It has no effect on what it may do. */
public enum OrganizationKind {
  STARTER,
  CUSTOMER,
  DEV,
  INFRA,
  AWS_MARKETPLACE
}
