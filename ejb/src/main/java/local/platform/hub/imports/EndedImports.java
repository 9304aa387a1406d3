package local.platform.hub.imports;

/** Counts imports that have ended. It is called once for each, after that was committed. */
@FunctionalInterface
public interface EndedImports {
  /** Counts one, by its format and its last state. */
  void count(String format, ImportState state);
}
