package local.platform.web.rest;

import jakarta.ws.rs.core.Application;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A JAX-RS application of this server: the routes of the protos, further resource classes, and the
 * filters and providers of every request.
 */
public abstract class RestApplication extends Application {
  private final Set<Class<?>> classes;

  /** Creates an application with these resource classes. */
  protected RestApplication(Set<Class<?>> resources) {
    classes = new HashSet<>(resources);
    classes.addAll(
        Set.of(
            ErrorMapper.class,
            JsonProvider.class,
            ProtoResource.class,
            ReadableRequest.class,
            RequestMetrics.class,
            ResponseHeaders.class,
            Routing.class));
  }

  @Override
  public Set<Class<?>> getClasses() {
    return classes;
  }

  /** Disables the discovery of Jersey, whose JSON providers and error pages would replace ours. */
  @Override
  public Map<String, Object> getProperties() {
    Map<String, Object> properties = new HashMap<>();
    properties.put("jersey.config.disableAutoDiscovery", true);
    properties.put("jersey.config.disableMetainfServicesLookup", true);
    properties.put("jersey.config.disableJsonBinding", true);
    properties.put("jersey.config.disableMoxyJson", true);
    properties.put("jersey.config.server.wadl.disableWadl", true);
    properties.put("jersey.config.server.response.setStatusOverSendError", true);
    return properties;
  }
}
