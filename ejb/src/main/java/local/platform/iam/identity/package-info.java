/**
 * Identities: subjects of external token issuers that may act here. An identity lies under a group;
 * what it may do follows from role bindings alone.
 */
@NullMarked
package local.platform.iam.identity;

import org.jspecify.annotations.NullMarked;
