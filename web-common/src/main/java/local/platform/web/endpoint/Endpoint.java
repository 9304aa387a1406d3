package local.platform.web.endpoint;

/** Serves one service of the protos. The web module that has it names it in its list. */
public interface Endpoint {
  /** Returns what serves the methods of the service. */
  ServiceMethods methods();
}
