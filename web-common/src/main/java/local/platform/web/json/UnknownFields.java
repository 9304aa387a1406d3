package local.platform.web.json;

/** How to treat fields in JSON that the message does not have. */
public enum UnknownFields {
  /** They are reported as violations, so that a misspelt name does not go unnoticed. */
  NOTED,
  /** They are ignored, whatever their values. */
  IGNORED
}
