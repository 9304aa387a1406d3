package local.platform.iam.group;

/** The fields of a group that can be changed. */
public enum GroupField {
  NAME,
  DESCRIPTION
}
