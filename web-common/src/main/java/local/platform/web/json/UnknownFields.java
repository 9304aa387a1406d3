package local.platform.web.json;

/** What becomes of fields in JSON that the message does not have. */
public enum UnknownFields {
  /** They are noted as wrong: a name that is misspelt must not pass in silence. */
  NOTED,
  /** They are passed over, whatever is in them. */
  IGNORED
}
