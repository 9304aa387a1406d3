/**
 * Library artifacts: what the package repositories of an organization offer, with the versions of
 * each. They belong to groups and go with them. Only imports write them, many at a time and with
 * JDBC; they have no uids, and observers of changes see the imports instead.
 */
@NullMarked
package local.platform.library.artifact;

import org.jspecify.annotations.NullMarked;
