package local.platform.registry.repo;

import java.util.Optional;
import java.util.stream.Collectors;
import local.platform.foundation.resource.DraftChange;

/**
 * The fields of a repo that clients of version 1 may write.
 *
 * @param repo the fields of the repo
 * @param readme the text of its readme; empty if it is not given
 */
public record RepoWithReadmeDraft(RepoDraft repo, Optional<String> readme) {
  /** A draft without any values. */
  public static final RepoWithReadmeDraft EMPTY =
      new RepoWithReadmeDraft(RepoDraft.EMPTY, Optional.empty());

  /** The name of the readme among the fields of a change. */
  public static final String README = "readme";

  /** Returns the part of a change that concerns the repo itself. */
  static DraftChange<RepoDraft> changeOfRepo(DraftChange<RepoWithReadmeDraft> change) {
    return new DraftChange<>(
        change.fields().stream().filter(field -> !field.equals(README)).collect(Collectors.toSet()),
        repo -> change.applyTo(new RepoWithReadmeDraft(repo, Optional.empty())).repo());
  }
}
