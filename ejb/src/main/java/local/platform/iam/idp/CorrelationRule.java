package local.platform.iam.idp;

/** How persons who sign in are recognised as those of whom SCIM has told. */
public enum CorrelationRule {
  /** Their claim {@code sub} is their {@code externalId} there. This is the default. */
  SUB_EQUALS_EXTERNAL_ID,
  /** Their claim {@code oid} is their {@code externalId} there. */
  OID_EQUALS_EXTERNAL_ID
}
