package local.platform.iam.group;

/**
 * The kind of an organization, for the information of those who run the deployment. It has no
 * effect on what its identities may do.
 */
public enum OrganizationKind {
  STARTER,
  CUSTOMER,
  DEV,
  INFRA,
  AWS_MARKETPLACE
}
