package local.platform.web.rest;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;

/**
 * Serves all routes of the protos. {@link Routing} forwards their requests to the path of this
 * class; clients cannot reach it directly, because no route has this path.
 */
@Path(ProtoResource.PATH)
@ApplicationScoped
public class ProtoResource {
  static final String PATH = "proto";

  @Inject private RestInvoker invoker;

  @GET
  public Response get() {
    return invoker.answerByRoute();
  }

  @POST
  public Response post() {
    return invoker.answerByRoute();
  }

  @PUT
  public Response put() {
    return invoker.answerByRoute();
  }

  @PATCH
  public Response patch() {
    return invoker.answerByRoute();
  }

  @DELETE
  public Response delete() {
    return invoker.answerByRoute();
  }
}
