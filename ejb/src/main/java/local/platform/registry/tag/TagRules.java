package local.platform.registry.tag;

import local.platform.foundation.error.FieldViolations;
import local.platform.registry.repo.RegistryRules;

/** The rules for the fields of tags. */
final class TagRules {
  private TagRules() {}

  /** Checks a draft. */
  static void validate(TagDraft draft, FieldViolations violations) {
    RegistryRules.tagName("name", draft.name(), violations);
    RegistryRules.digest("digest", draft.digest(), violations);
    RegistryRules.bundles("bundles", draft.bundles(), violations);
  }
}
