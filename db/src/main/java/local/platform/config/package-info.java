/**
 * What the operator of a server sets: every key, its default and its meaning, read from
 * MicroProfile Config (system properties, environment variables) into one typed value per concern.
 */
@NullMarked
package local.platform.config;

import org.jspecify.annotations.NullMarked;
