package local.platform.registry.repo;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.List;
import java.util.regex.Pattern;
import local.platform.access.authz.Capability;
import local.platform.config.Configuration;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.validation.FieldRules;
import local.platform.kind.Filter;
import local.platform.kind.Guard;
import local.platform.kind.Kind;
import local.platform.kind.Kind.InDeletedGroup;
import local.platform.kind.Rules;
import local.platform.registry.name.TombstoneRepository;

/**
 * The kind of repos. A repo is created and deleted with the rows that belong to it, and an update
 * may leave out the source of its sync configuration: these are methods of {@link RepoService}.
 */
@Dependent
public class Repos implements Rules<RepoEntity, RepoDraft> {
  /** Lists those with a name. */
  public static final Filter<String> NAME = Filter.by("name");

  /** The kind. */
  public static final Kind<RepoEntity, RepoDraft, Repo> KIND =
      Kind.<RepoEntity, RepoDraft, Repo>of(
              RepoRepository.KIND, "repos", RepoEntity.class, RepoEntity::toRecord)
          .repository(
              (entityManager, vendor) ->
                  new RepoRepository(entityManager, vendor, new TombstoneRepository(entityManager)))
          .get(Guard.of(Capability.REPO_LIST))
          .list(Capability.REPO_LIST)
          .filteredBy(NAME)
          .unique(
              "uq_repo_name",
              draft -> "a repo named \"" + draft.name() + "\" exists already: choose another name")
          .inDeletedGroup(InDeletedGroup.PREVENT_DELETION)
          .build();

  /** The source of the sync configuration. */
  static final String SOURCE = "syncConfig.source";

  private static final int MAX_DESCRIPTION_LENGTH = 512;
  private static final int MAX_ALIASES = 100;
  private static final int MAX_ALIAS_LENGTH = 512;
  private static final int MAX_ACTIVE_TAGS = 100;

  private static final Pattern ALIAS =
      Pattern.compile("[a-zA-Z0-9_.\\-/]*[a-zA-Z0-9_.\\-]:[a-zA-Z0-9_.\\-]+");

  private final CustomOverlayRules overlayRules;

  @Inject
  public Repos(Configuration configuration) {
    overlayRules = CustomOverlayRules.of(configuration.serviceDomain());
  }

  @Override
  public Kind<RepoEntity, RepoDraft, Repo> kind() {
    return KIND;
  }

  /** Checks a draft, except for the source of its sync configuration. */
  @Override
  public void validate(RepoDraft draft, FieldViolations violations) {
    FieldRules.name("name", draft.name(), violations);
    FieldRules.line("description", draft.description(), MAX_DESCRIPTION_LENGTH, violations);
    RegistryRules.bundles("bundles", draft.bundles(), violations);
    checkAliases(draft.aliases(), violations);
    checkActiveTags(draft.activeTags(), violations);
    draft.syncConfig().ifPresent(config -> check(config, violations));
    overlayRules.check(draft.customOverlay(), violations);
  }

  private static void checkAliases(List<String> aliases, FieldViolations violations) {
    if (aliases.size() > MAX_ALIASES) {
      violations.add("aliases", "aliases must name at most " + MAX_ALIASES);
    }
    if (!aliases.stream().allMatch(Repos::isAlias)) {
      violations.add(
          "aliases",
          "aliases must be names with tags, such as base/app:latest, of at most "
              + MAX_ALIAS_LENGTH
              + " characters each");
    }
  }

  private static boolean isAlias(String text) {
    return text.length() <= MAX_ALIAS_LENGTH && ALIAS.matcher(text).matches();
  }

  private static void checkActiveTags(List<String> tags, FieldViolations violations) {
    if (tags.size() > MAX_ACTIVE_TAGS) {
      violations.add("activeTags", "activeTags must name at most " + MAX_ACTIVE_TAGS);
    }
    for (int i = 0; i < tags.size(); i++) {
      RegistryRules.tagName("activeTags[" + i + "]", tags.get(i), violations);
    }
  }

  /** Checks that a sync configuration that is given names its source. */
  static void checkSource(RepoDraft draft, FieldViolations violations) {
    draft
        .syncConfig()
        .ifPresent(config -> FieldRules.required(SOURCE, config.source(), violations));
  }

  private static void check(SyncConfig config, FieldViolations violations) {
    FieldRules.line("syncConfig.google", config.google(), violations);
    FieldRules.line("syncConfig.amazon", config.amazon(), violations);
    FieldRules.line("syncConfig.azure", config.azure(), violations);
  }
}
