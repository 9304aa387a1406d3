/**
 * The main class of both packagings. It runs before the application server and finds the product's
 * classes inside the archive, so it depends on nothing but the JDK.
 */
@NullMarked
package local.platform.launcher;

import org.jspecify.annotations.NullMarked;
