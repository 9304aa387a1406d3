/**
 * What runs without the application server, before it or instead of it: the check of the
 * configuration, and the commands. It reads the database by plain JDBC and uses nothing that the
 * application server provides.
 */
@NullMarked
package local.platform.command;

import org.jspecify.annotations.NullMarked;
