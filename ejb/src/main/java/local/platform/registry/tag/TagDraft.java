package local.platform.registry.tag;

import java.util.LinkedHashSet;
import java.util.List;

/**
 * The fields of a tag that clients may write.
 *
 * @param name its name, unique in its repo; it never changes
 * @param digest the digest to which it refers, {@code <algorithm>:<hex>}; empty if it has none yet
 * @param deprecated whether it should no longer be used
 * @param bundles the bundles that it belongs to, without duplicates
 */
public record TagDraft(String name, String digest, boolean deprecated, List<String> bundles) {
  /** A draft without any values. */
  public static final TagDraft EMPTY = new TagDraft("", "");

  public TagDraft {
    bundles = List.copyOf(new LinkedHashSet<>(bundles));
  }

  /** Creates a draft that has only a name and a digest. */
  public TagDraft(String name, String digest) {
    this(name, digest, false, List.of());
  }

  /** Returns whether it refers to a digest. */
  boolean hasDigest() {
    return !digest.isEmpty();
  }

  /** Returns this draft; if it has no digest, with that of another one. */
  TagDraft orDigestOf(TagDraft other) {
    return hasDigest() ? this : new TagDraft(name, other.digest, deprecated, bundles);
  }
}
