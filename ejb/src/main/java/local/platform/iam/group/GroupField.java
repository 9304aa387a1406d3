package local.platform.iam.group;

/** The fields of a group that an update can name. */
public enum GroupField {
  NAME,
  DESCRIPTION,
  VERIFIED,
  KIND
}
