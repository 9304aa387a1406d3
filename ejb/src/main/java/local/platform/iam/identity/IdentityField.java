package local.platform.iam.identity;

/** The fields of an identity that can be changed, those of its relationship one by one. */
public enum IdentityField {
  NAME,
  DESCRIPTION,
  COMPANY,
  CLAIM_ISSUER,
  CLAIM_ISSUER_PATTERN,
  CLAIM_SUBJECT,
  CLAIM_SUBJECT_PATTERN,
  CLAIM_AUDIENCE,
  CLAIM_AUDIENCE_PATTERN,
  CLAIMS,
  CLAIM_PATTERNS,
  KEYS_ISSUER,
  KEYS_SUBJECT,
  ISSUER_KEYS,
  EXPIRATION_TIME,
  AUDIENCES
}
