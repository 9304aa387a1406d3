package local.platform.web.v2.registry;

import local.platform.foundation.error.FieldViolations;
import local.platform.proto.registry.v2.RepoReadme;
import local.platform.registry.repo.RepoReadmeDraft;
import local.platform.web.endpoint.Drafts;

/** Converts between the messages of version 2 and the records of readmes. */
final class RepoReadmeMapper {
  static final Drafts<RepoReadme, RepoReadmeDraft> DRAFTS =
      new Drafts<>(RepoReadmeMapper::message, RepoReadmeMapper::draft);

  private RepoReadmeMapper() {}

  static RepoReadme message(local.platform.registry.repo.RepoReadme readme) {
    return message(readme.draft()).toBuilder().setUid(readme.uid().value()).build();
  }

  static RepoReadme message(RepoReadmeDraft draft) {
    return RepoReadme.newBuilder().setContent(draft.content()).build();
  }

  static RepoReadmeDraft draft(FieldViolations violations, RepoReadme readme) {
    return new RepoReadmeDraft(readme.getContent());
  }
}
