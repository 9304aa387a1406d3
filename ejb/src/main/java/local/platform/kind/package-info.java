/**
 * Kinds of resources, each described once: a {@link local.platform.kind.Kind} is a value, its
 * {@link local.platform.kind.Rules} are a small object, and {@link
 * local.platform.kind.ResourceService} has the standard methods of all kinds. Kinds with methods of
 * their own have a service besides.
 */
@NullMarked
package local.platform.kind;

import org.jspecify.annotations.NullMarked;
