/**
 * Identities: subjects of external token issuers that may use this server. An identity belongs to a
 * group; its capabilities come from role bindings alone.
 */
@NullMarked
package local.platform.iam.identity;

import org.jspecify.annotations.NullMarked;
