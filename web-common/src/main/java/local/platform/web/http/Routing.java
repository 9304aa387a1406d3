package local.platform.web.http;

import org.jspecify.annotations.Nullable;

/** Tells which requests the application server would pass to this application. */
@FunctionalInterface
interface Routing {
  /** Every request is for this application. */
  Routing ALL_OURS = (host, path) -> true;

  /**
   * Returns whether a request must be guarded: because it is for this application, or because it is
   * not known for whom it is. What this says has no influence on where the request is passed.
   *
   * @param host the host without the port; null if the request names none
   * @param path the undecoded path
   */
  boolean isOurs(@Nullable String host, String path);
}
