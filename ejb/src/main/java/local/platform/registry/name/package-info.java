/**
 * Pull names: the names of repos in the registry. Such a name is computed from the path of the repo
 * when it is created, and never changes. It begins with the namespace of the organization or its
 * uid, and stays reserved for the group of a deleted repo, by a tombstone.
 */
@NullMarked
package local.platform.registry.name;

import org.jspecify.annotations.NullMarked;
