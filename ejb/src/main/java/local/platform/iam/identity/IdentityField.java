package local.platform.iam.identity;

/** The fields of an identity that can be changed, those of its relationship one by one. */
public enum IdentityField {
  NAME,
  DESCRIPTION,
  COMPANY,
  CLAIM_ISSUER,
  CLAIM_SUBJECT,
  CLAIM_AUDIENCE,
  CLAIMS,
  CLAIM_PATTERNS,
  KEYS_ISSUER,
  KEYS_SUBJECT,
  ISSUER_KEYS,
  EXPIRATION_TIME,
  AUDIENCES
}
