/**
 * Code that runs before or instead of the application server: the check of the configuration, and
 * the commands. It reads the database by plain JDBC and uses nothing that the application server
 * provides.
 */
@NullMarked
package local.platform.command;

import org.jspecify.annotations.NullMarked;
