package local.platform.web.endpoint;

/** Implements one service of the protos. Its web module has a list of all endpoints. */
public interface Endpoint {
  /** Returns the methods of the service with their handlers. */
  ServiceMethods methods();
}
