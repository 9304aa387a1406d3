package local.platform.registry.repo;

/**
 * The source of the content of a repo. The server stores this setting, but copies nothing.
 *
 * @param source uid or pull name of the source; for a stored repo its uid
 * @param google the setting for Google Cloud, empty for none
 * @param amazon the setting for Amazon Web Services, empty for none
 * @param azure the setting for Azure, empty for none
 */
public record SyncConfig(String source, String google, String amazon, String azure) {
  /** Returns whether nothing is set. */
  boolean isEmpty() {
    return source.isEmpty() && google.isEmpty() && amazon.isEmpty() && azure.isEmpty();
  }

  /** Returns a copy with another source. */
  SyncConfig withSource(String other) {
    return new SyncConfig(other, google, amazon, azure);
  }
}
