package local.platform.hub.imports;

/** The state of an import. */
public enum ImportState {
  /** It waits for its turn, or stores records. */
  RUNNING,
  /** Every record of the file was stored or rejected. */
  DONE,
  /** It was given up; the message says why. What was stored before remains. */
  FAILED,
  /** A caller cancelled it. What was stored before remains. */
  CANCELLED,
  /** Its server ended. What was stored before remains; the same upload again does the rest. */
  INTERRUPTED
}
