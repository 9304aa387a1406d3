package local.platform.hub.imports;

import local.platform.access.authz.Capability;

/**
 * Describes the imports of one format. The application has a bean for each format.
 *
 * @param format name of the format
 * @param reading the capability that is needed to read such an import
 * @param starting the capabilities that can be needed to start one, for people
 * @param records the plural of what such an import stores, for people
 */
public record ImportKind(String format, Capability reading, String starting, String records) {}
