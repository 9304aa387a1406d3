package local.platform.registry.tag;

import local.platform.foundation.error.FieldViolations;
import local.platform.registry.repo.RegistryRules;

/** The rules for the fields of tags. */
final class TagRules {
  private TagRules() {}

  /** Checks a draft, in which the digest is required. */
  static void validate(TagDraft draft, FieldViolations violations) {
    validate(draft, true, violations);
  }

  /** Checks a draft, in which the digest may be left out. */
  static void validateGiven(TagDraft draft, FieldViolations violations) {
    validate(draft, draft.hasDigest(), violations);
  }

  private static void validate(TagDraft draft, boolean withDigest, FieldViolations violations) {
    RegistryRules.tagName("name", draft.name(), violations);
    if (withDigest) {
      RegistryRules.digest("digest", draft.digest(), violations);
    }
    RegistryRules.bundles("bundles", draft.bundles(), violations);
  }
}
