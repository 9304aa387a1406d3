/**
 * The main class of both packagings. It runs before the application server and unpacks the
 * product's classes from the archive, so it depends only on the JDK.
 */
@NullMarked
package local.platform.launcher;

import org.jspecify.annotations.NullMarked;
