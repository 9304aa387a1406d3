package local.platform.registry.repo;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Supplier;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.Write;
import local.platform.foundation.transaction.DatabaseFailure;
import local.platform.foundation.uid.Uid;
import local.platform.kind.Repositories;
import local.platform.registry.name.RepoPath;
import local.platform.registry.name.RepoPaths;
import local.platform.registry.name.TombstoneRepository;

/** The writes of repos, with the rows that belong to each. */
@Dependent
public class RepoWrites {
  private static final String UNIQUE_PULL_NAME = "uq_repo_pull_name";

  private final RepoRepository repos;
  private final Repos rules;
  private final ResourceRepository<RepoReadmeEntity, RepoReadme> readmes;
  private final RepoContents contents;
  private final RepoPaths paths;
  private final TombstoneRepository tombstones;
  private final ResourceWrites writes;

  @Inject
  public RepoWrites(
      Repositories repositories,
      RepoRepository repos,
      Repos rules,
      RepoContents contents,
      RepoPaths paths,
      TombstoneRepository tombstones,
      ResourceWrites writes) {
    this.repos = repos;
    this.rules = rules;
    this.readmes = repositories.of(RepoReadmes.KIND);
    this.contents = contents;
    this.paths = paths;
    this.tombstones = tombstones;
    this.writes = writes;
  }

  /**
   * Creates a repo from a valid draft.
   *
   * @param shown the repository that shows the repo to the caller
   * @param readme the text of its readme
   */
  <R extends Resource> R create(
      Caller caller,
      ResourceRepository<RepoEntity, R> shown,
      Uid group,
      RepoDraft draft,
      String readme) {
    Uid uid = repos.newUid(group);
    Supplier<R> create =
        () ->
            writes.create(
                caller.author(), shown, uid, write -> insert(write, caller, uid, draft, readme));
    return Repos.KIND.unique(
        draft,
        () -> {
          try {
            return create.get();
          } catch (RuntimeException e) {
            if (!DatabaseFailure.of(e).isDuplicateOf(UNIQUE_PULL_NAME)) {
              throw e;
            }
            // Another repo was given this pull name at the same time; now it is seen.
            return create.get();
          }
        });
  }

  private RepoEntity insert(Write write, Caller caller, Uid uid, RepoDraft draft, String readme) {
    RepoDraft resolved = withSource(caller, uid, Optional.empty(), draft);
    RepoPath path = paths.of(uid, draft.name());
    String pullName = pullName(path);
    write.insert(contents, new RepoContentEntity(uid));
    RepoEntity repo =
        write.insert(
            repos, new RepoEntity(uid, resolved, pullName, path.namespace(), write.time()));
    write.insert(readmes, new RepoReadmeEntity(uid, new RepoReadmeDraft(readme), write.time()));
    tombstones.takeBack(write, pullName, uid.parent().orElseThrow());
    return repo;
  }

  private String pullName(RepoPath path) {
    String preferred = path.pullName();
    String pullName =
        repos.findByPullName(preferred).isPresent() ? path.distinctPullName() : preferred;
    if (pullName.length() > RepoPath.MAX_LENGTH) {
      throw PlatformException.invalidArgument(
          "name",
          "with the names of the groups around it, it must have at most "
              + RepoPath.MAX_LENGTH
              + " characters: "
              + pullName);
    }
    return pullName;
  }

  /** Applies a change, whose own values are valid, to a repo that is locked. */
  void change(Caller caller, Write write, RepoEntity repo, DraftChange<RepoDraft> change) {
    RepoDraft changed = withoutEmptySyncConfig(change.applyTo(repo.draft()));
    // The new parts of an overlay may be too long together with its other parts.
    FieldViolations violations = change.violations();
    rules.validate(changed, violations);
    violations.throwIfAny();
    store(caller, write, repo, changed);
  }

  /** Returns a draft in which a sync configuration of which a mask has left nothing is absent. */
  private static RepoDraft withoutEmptySyncConfig(RepoDraft draft) {
    return draft.withSyncConfig(draft.syncConfig().filter(config -> !config.isEmpty()));
  }

  /** Replaces the draft of a repo that is locked by a valid one. */
  void store(Caller caller, Write write, RepoEntity repo, RepoDraft draft) {
    RepoDraft resolved = withSource(caller, repo.uid(), repo.draft().syncConfig(), draft);
    repo.store(resolved, write.time());
  }

  /**
   * Returns a draft whose source of the sync configuration is a uid.
   *
   * @param stored the stored configuration, whose source can be kept whatever has become of it
   */
  private RepoDraft withSource(
      Caller caller, Uid repo, Optional<SyncConfig> stored, RepoDraft draft) {
    return draft.withSyncConfig(
        draft
            .syncConfig()
            .map(
                config ->
                    stored.map(SyncConfig::source).filter(config.source()::equals).isPresent()
                        ? config
                        : config.withSource(source(caller, repo, config.source()).value())));
  }

  private Uid source(Caller caller, Uid repo, String text) {
    return Uid.parse(text)
        .flatMap(repos::read)
        .or(() -> repos.findByPullName(text))
        .map(Repo::uid)
        .filter(source -> !source.equals(repo))
        .filter(source -> caller.grants().allows(Capability.REPO_LIST, source))
        .orElseThrow(
            () ->
                PlatformException.invalidArgument(
                    Repos.SOURCE,
                    "must be the uid or the pull name of another repo that you may list"));
  }

  /** Deletes a repo that is locked. What lies in it stays, and is hidden. */
  void delete(Write write, RepoEntity repo) {
    Uid uid = repo.uid();
    RepoContentEntity content = contents.findForUpdate(uid).orElseThrow();
    write.delete(readmes, readmes.findForUpdate(uid).orElseThrow());
    write.delete(repos, repo);
    write.update(contents, content, row -> row.markDeleted(write.time()));
    tombstones.insert(write, repo.tombstone(write.time()));
  }
}
