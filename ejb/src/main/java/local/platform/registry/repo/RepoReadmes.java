package local.platform.registry.repo;

import jakarta.enterprise.context.Dependent;
import java.nio.charset.StandardCharsets;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.FieldViolations;
import local.platform.kind.Guard;
import local.platform.kind.Kind;
import local.platform.kind.Rules;

/**
 * The kind of readmes. Each belongs to a repo, has its uid, and is created and deleted with it, but
 * has a version of its own. It is stored as it is given.
 */
@Dependent
public class RepoReadmes implements Rules<RepoReadmeEntity, RepoReadmeDraft> {
  /** The kind. */
  public static final Kind<RepoReadmeEntity, RepoReadmeDraft, RepoReadme> KIND =
      Kind.<RepoReadmeEntity, RepoReadmeDraft, RepoReadme>of(
              "RepoReadme", "readmes", RepoReadmeEntity.class, RepoReadmeEntity::toRecord)
          .drafts(
              RepoReadmeDraft.EMPTY,
              RepoReadmeEntity::new,
              RepoReadmeEntity::draft,
              RepoReadmeEntity::store)
          .get(Guard.of(Capability.REPO_LIST))
          .update(Guard.of(Capability.REPO_UPDATE))
          .build();

  private static final int MAX_BYTES = 65_536;

  @Override
  public Kind<RepoReadmeEntity, RepoReadmeDraft, RepoReadme> kind() {
    return KIND;
  }

  @Override
  public void validate(RepoReadmeDraft draft, FieldViolations violations) {
    check("content", draft.content(), violations);
  }

  /** Checks the text of a readme. */
  static void check(String field, String text, FieldViolations violations) {
    if (text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      violations.add(field, field + " must have at most " + MAX_BYTES + " bytes in UTF-8");
    }
  }
}
