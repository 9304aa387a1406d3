/**
 * The configuration: all keys with their defaults and meanings, read from MicroProfile Config
 * (system properties, environment variables) into typed settings.
 */
@NullMarked
package local.platform.config;

import org.jspecify.annotations.NullMarked;
