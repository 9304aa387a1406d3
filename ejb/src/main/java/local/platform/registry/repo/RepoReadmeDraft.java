package local.platform.registry.repo;

/**
 * The fields of a readme that clients may write.
 *
 * @param content its text, untrusted Markdown, empty for none
 */
public record RepoReadmeDraft(String content) {
  /** A draft without any values. */
  public static final RepoReadmeDraft EMPTY = new RepoReadmeDraft("");
}
