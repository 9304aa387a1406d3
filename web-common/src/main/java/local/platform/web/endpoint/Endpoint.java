package local.platform.web.endpoint;

/**
 * Implements one service of the protos. Web modules find their endpoints by the version of the
 * service.
 */
public interface Endpoint {
  /** Returns the methods of the service with their handlers. */
  ServiceMethods methods();
}
