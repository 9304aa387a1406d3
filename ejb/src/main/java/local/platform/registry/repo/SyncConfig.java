package local.platform.registry.repo;

/**
 * From where the content of a repo is to be taken. The server keeps it and copies nothing.
 *
 * @param source uid or pull name of the source; for a stored repo its uid
 * @param google what Google Cloud needs for it, empty for nothing
 * @param amazon what Amazon Web Services need for it, empty for nothing
 * @param azure what Azure needs for it, empty for nothing
 */
public record SyncConfig(String source, String google, String amazon, String azure) {
  /** Returns whether nothing is set. */
  public boolean isEmpty() {
    return source.isEmpty() && google.isEmpty() && amazon.isEmpty() && azure.isEmpty();
  }

  /** Returns a copy with another source. */
  SyncConfig withSource(String other) {
    return new SyncConfig(other, google, amazon, azure);
  }
}
